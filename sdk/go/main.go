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

// Of the game being played: "faces" -> "6", "wild" -> "ones", ...
var rules = map[string]string{}

func number(name string, fallback int) int {
	if n, err := strconv.Atoi(rules[name]); err == nil {
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
	case rules["ones_rule"] != "perudo" || (face != 1 && lastFace != 1):
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
func playDice(mine string, nDice []int, bids []int) int {
	v := view{faces: number("faces", 6), mine: mine, wild: 1}
	for _, n := range nDice {
		v.nDice += n
		v.mayBePalifico = v.mayBePalifico || (n == 1 && rules["palifico"] == "on")
	}
	switch rules["wild"] {
	case "none", "":
		v.wild = 0
	case "high":
		v.wild = v.faces
	}
	for i, bid := range bids {
		v.last = bid
		if rules["wild"] == "drop" && i < len(nDice) && bid%10 == 1 {
			v.wild = 0
		}
	}
	lowest := 1
	if rules["wild"] == "joker" {
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
func rank(value int) int {
	switch {
	case value == number("hamburger", 42):
		return 10000
	case value == number("maexchen", 21):
		return 1000
	case value%11 == 0:
		return 100 + value
	}
	return value
}

// One ask of Mäxchen. mine: its own roll, "53", or "xx" when asked to believe the last claim (1) or to
// doubt it (0). It doubts claims that fewer than a third of all rolls reach. It claims its roll or, if
// that is too low, the lowest higher value.
func playMaexchen(mine string, claims []int) int {
	toBeat, reach, lowest := 0, 0, 0
	if len(claims) > 0 {
		toBeat = rank(claims[len(claims)-1])
	}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			roll := 10*a + b
			if a < b && rules["order_digits"] != "false" {
				roll = 10*b + a
			}
			if rank(roll) >= toBeat {
				reach++
			}
			if rank(roll) > toBeat && (lowest == 0 || rank(roll) < rank(lowest)) {
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
	case rank(roll) > toBeat:
		return roll
	}
	return lowest
}

// One ask: the robot's letter, the dice it sees, and the plays so far. Returns the play.
func getPlay(me, hands, history string) int {
	mine, nDice, bids, lastPlay := "", []int{}, []int{}, -1
	for _, entry := range strings.Split(hands, ",") {
		letter, shown, _ := strings.Cut(entry, ":")
		shown, _, _ = strings.Cut(shown, "@") // in games on points, the points follow
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
	// This robot learns nothing; a better one would compare the dice with the bids.
	if mine == "" || lastPlay == 0 || lastPlay == 2 {
		return 0
	}
	if rules["hamburger"] != "" {
		return playMaexchen(mine, bids)
	}
	return playDice(mine, nDice, bids)
}

func main() {
	// lanes=64: one process gets asks of up to 64 games at once, which is fast. This requires that the
	// robot remembers nothing from ask to ask: remove it when the robot begins to learn.
	fmt.Println("robot name=template version=1.0 lanes=64")
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) > 1 && words[0] == "game": // a new game: "game liars-dice dice=5 faces=6 ..."
			rules = map[string]string{}
			for _, word := range words[2:] {
				name, value, _ := strings.Cut(word, "=")
				rules[name] = value
			}
		case len(words) > 0 && words[0] == "seed": // "seed N": for robots that need random numbers
		case len(words) == 3:
			fmt.Println(getPlay(words[0], words[1], words[2]))
		}
	}
}
