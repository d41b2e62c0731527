#!/bin/sh
# keygen.sh - `arena keygen`: the files it writes, and those that `join` refuses.
. "$(dirname "$0")/lib.sh"

run keygen
says 'it needs a name' 2 'needs a name'
for name in '' keys/; do
	run keygen "$name"
	says "no name: '$name'" 2 "'$name' is not a valid name for a key pair"
done
run keygen me you
says 'one pair at a time' 2 "'you'"
umask 000
run keygen me
expect 'a pair' 0
check 'it says which is which' has "$out" 'me.key is the secret'
check 'it prints the line for the list of a server' grep -qxF -e "$(cut -d' ' -f2 me.pub) me" "$out"
check 'the secret is for its owner alone' test "$(stat -c %a me.key)" = 600
check 'the public key cannot be changed by others' test "$(stat -c %a me.pub)" = 644
check 'the secret is its line' test "$(grep -cE '^secret [^ ]{40}$' me.key)/$(wc -l <me.key)" = 1/1
check 'the public key is its line' test "$(grep -cE '^public [^ ]{40}$' me.pub)/$(wc -l <me.pub)" = 1/1
cp me.key was.key
run keygen me
says 'never overwritten' 2 "'me.key' exists already"
rm me.key
run keygen me
says 'nor is the public half' 2 "'me.pub' exists already"
check 'then there is no secret without it' test ! -e me.key
run keygen missing/me
says 'a folder that is not there' 5 "'missing/me.key'"
run keygen you
expect 'another pair' 0
check 'is another' test "$(sort -u ./*.pub | wc -l)" = 2
ln -s elsewhere link.key
run keygen link
says 'not through a link' 2 "'link.key'"
check 'nothing was written there' test ! -e elsewhere

# Requirements for a secret file. The last one would be valid, but there is no server.
cp was.key me.key
refused() { # refused NAME TEXT: with the file bad.key
	run join localhost prober --key bad.key --server-key you.pub
	says "$1" 2 "$2" "'bad.key'"
}
install -m 600 /dev/null bad.key
refused 'an empty file' 'does not contain a secret key'
cat me.key me.key >bad.key
refused 'two lines' 'does not contain a secret key'
tr -d '\n' <me.key | head -c 46 >bad.key
refused 'a short key' 'does not contain a secret key'
sed 's/.$/~/' me.key >bad.key
refused 'a letter that no key has' 'does not contain a secret key'
printf 'secret %s\0\n' "$(cut -d' ' -f2 me.key)" >bad.key
refused 'a byte after it' 'does not contain a secret key'
cat you.pub >bad.key
refused 'the other key' 'the other key'
cat me.key >bad.key
for mode in 640 604 660 622; do
	chmod "$mode" bad.key
	refused "a secret of mode $mode" 'chmod 600'
done
rm bad.key
refused 'no file' 'cannot read'
mkdir bad.key
chmod 700 bad.key
refused 'a folder' 'is not a file'
run join localhost prober --key me.key --server-key you.key
says 'a secret as the public key of the server' 2 "'you.key'" 'the other key'
run join localhost prober --key me.key
says 'no key of the server' 2 '--server-key'
run join localhost prober --server-key you.pub
says 'no key of one'"'"'s own' 2 '--key'
finish
