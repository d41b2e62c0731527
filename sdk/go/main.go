// template - what this robot does, in a line or two.
//
// It expects its own matching dice and an average share of the other dice. It makes the bid that is
// exceeded most by this expectation, or calls when that is more promising. It ignores the bids of
// others: improve that first. The templates for other languages make the same plays.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Plays one match of one or more games. Nothing is global: one process plays many matches at once.
type robot struct {
	rules map[string]string // of the game being played: "faces" -> "6", "wild" -> "ones", ...
}

// A new game.
func (r *robot) gameStart(rules map[string]string) {
	r.rules = rules
}

func (r *robot) number(name string, fallback int) int {
	if n, err := strconv.Atoi(r.rules[name]); err == nil {
		return n
	}
	return fallback
}

// The contents of one ask of Liar's Dice.
type view struct {
	faces         int
	mine          string // own dice, "66531"
	nDice         int    // on the table
	wild          int    // the face that is wild now, 0: none
	last          int    // the last bid, 10 * quantity + face; 0 when nothing is bid
	isPerudo      bool   // ones follow an order of their own
	mayBePalifico bool   // see isLegal
}

func (v view) count(face int) int {
	return strings.Count(v.mine, strconv.Itoa(face))
}

// The expected number of matching dice minus what the bid needs, in halves of a die times faces, so
// that all numbers are whole. Negative: likelier false.
func (v view) margin(bid int) int {
	quantity, face := bid/10, bid%10
	own, shows := v.count(face), 1 // of so many faces
	if v.wild != 0 && v.wild != face {
		own, shows = own+v.count(v.wild), 2
	}
	return 2*(v.faces*own+(v.nDice-len(v.mine))*shows) - (2*quantity-1)*v.faces
}

func (v view) isLegal(bid int) bool {
	quantity, face := bid/10, bid%10
	lastQuantity, lastFace := v.last/10, v.last%10
	// In a palifico hand only the quantity may be raised. The strings do not say whether this is one.
	// It may be if a player has a single die; then more dice of the same face are always legal.
	if v.mayBePalifico && v.last != 0 && face != lastFace {
		return false
	}
	switch {
	case !v.isPerudo || (face != 1 && lastFace != 1):
		return bid > v.last
	case v.last == 0:
		return false
	case lastFace != 1:
		return 2*quantity >= lastQuantity
	case face == 1:
		return quantity > lastQuantity
	}
	return quantity > 2*lastQuantity
}

// One ask of Liar's Dice. Returns 10 * quantity + face for a bid, 0 to call the last one a lie.
func (r *robot) playDice(mine string, nDice []int, bids []int) int {
	v := view{faces: r.number("faces", 6), mine: mine, wild: 1, isPerudo: r.rules["ones_rule"] == "perudo"}
	for _, n := range nDice {
		v.nDice += n
		v.mayBePalifico = v.mayBePalifico || (n == 1 && r.rules["palifico"] == "on")
	}
	switch r.rules["wild"] {
	case "none", "":
		v.wild = 0
	case "high":
		v.wild = v.faces
	}
	for i, bid := range bids {
		v.last = bid
		if r.rules["wild"] == "drop" && i < len(nDice) && bid%10 == 1 {
			v.wild = 0
		}
	}
	lowest := 1
	if r.rules["wild"] == "joker" {
		lowest = 2
	}
	// A call wins if the last bid is false. At the opening there is nothing to call.
	hasChoice, best, play := v.last != 0, -v.margin(v.last), 0
	for quantity := 1; quantity <= v.nDice; quantity++ {
		for face := lowest; face <= v.faces; face++ {
			bid := 10*quantity + face
			if v.isLegal(bid) && (!hasChoice || v.margin(bid) > best) {
				hasChoice, best, play = true, v.margin(bid), bid
			}
		}
	}
	return play
}

// The place of a value in Mäxchen's order: ordinary ones by size, doubles, Mäxchen, Hamburger.
func (r *robot) rank(value int) int {
	switch {
	case value == r.number("hamburger", 42):
		return 10000
	case value == r.number("maexchen", 21):
		return 1000
	case value%11 == 0:
		return 100 + value
	}
	return value
}

// One ask of Mäxchen. mine: its own roll, "53", or "xx" when asked to believe the last claim (1) or to
// doubt it (0). It doubts claims that fewer than a third of all rolls reach. It claims its roll or, if
// that is too low, the lowest higher value.
func (r *robot) playMaexchen(mine string, claims []int) int {
	toBeat, reach, lowest := 0, 0, 0
	if len(claims) > 0 {
		toBeat = r.rank(claims[len(claims)-1])
	}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			roll := 10*a + b
			if a < b && r.rules["order_digits"] != "false" {
				roll = 10*b + a
			}
			if r.rank(roll) >= toBeat {
				reach++
			}
			if r.rank(roll) > toBeat && (lowest == 0 || r.rank(roll) < r.rank(lowest)) {
				lowest = roll
			}
		}
	}
	roll, err := strconv.Atoi(mine)
	switch {
	case err != nil && 3*reach >= 36:
		return 1
	case err != nil:
		return 0
	case r.rank(roll) > toBeat:
		return roll
	}
	return lowest
}

// One ask: the robot's letter, the dice it sees, and the plays so far. Returns the play.
func (r *robot) play(me, hands, history string) int {
	mine, nDice, bids, lastPlay := "", []int{}, []int{}, -1
	for _, entry := range strings.Split(hands, ",") {
		letter, shown, _ := strings.Cut(entry, ":")
		shown, _, _ = strings.Cut(shown, "@") // in games for points, the points follow
		nDice = append(nDice, len(shown))
		if letter == me {
			mine = shown
		}
	}
	for _, entry := range strings.Split(history, ",") {
		_, text, _ := strings.Cut(entry, ":")
		if play, err := strconv.Atoi(text); err == nil {
			lastPlay = play
			if play > 10 {
				bids = append(bids, play)
			}
		}
	}
	// At the end of a hand every robot gets all dice, even a robot that is out. The answer is ignored.
	// This robot learns nothing; a better one would compare the dice with the bids, and keep what it learns in r.
	if mine == "" || lastPlay == 0 || lastPlay == 2 {
		return 0
	}
	if r.rules["hamburger"] != "" {
		return r.playMaexchen(mine, bids)
	}
	return r.playDice(mine, nDice, bids)
}

// -------- What follows talks to the arena: it makes a robot for each match. --------

func main() {
	fmt.Println("robot name=template version=1.0 lanes=64 matches=yes")
	rules := map[string]string{}
	robots := map[string]*robot{} // by table
	var now *robot
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) > 1 && words[0] == "game": // of all matches: "game liars-dice dice=5 faces=6 ..."
			for _, word := range words[2:] {
				name, value, _ := strings.Cut(word, "=")
				rules[name] = value
			}
		case len(words) > 1 && words[0] == "match": // a new match at this table
			delete(robots, words[1])
		case len(words) > 2 && words[0] == "table": // of the next ask, and its number in the game
			if robots[words[1]] == nil {
				robots[words[1]] = &robot{}
			}
			now = robots[words[1]]
			if words[2] == "0" {
				now.gameStart(rules)
			}
		case len(words) == 3: // else "seed N": for robots that need random numbers
			fmt.Println(now.play(words[0], words[1], strings.TrimPrefix(words[2], "-")))
		}
	}
}
