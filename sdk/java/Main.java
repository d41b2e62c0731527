// template - what this robot does, in a line or two.
//
// It expects its own matching dice and an average share of the other dice. It makes the bid that is
// exceeded most by this expectation, or calls when that is more promising. It ignores the bids of
// others: improve that first. The templates for other languages make the same plays.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/* Plays one match of one or more games. Nothing is static: one process plays many matches at once. */
final class Robot {
	/* Of the game being played: "faces" -> "6", "wild" -> "ones", ... */
	private Map<String, String> rules = new HashMap<>();

	private boolean has(String rule, String value) {
		return value.equals(rules.get(rule));
	}

	private int number(String rule, int fallback) {
		return Integer.parseInt(rules.getOrDefault(rule, String.valueOf(fallback)));
	}

	/* One ask of Liar's Dice. */
	private final class View {
		final int faces = number("faces", 6);
		final String mine; // own dice, "66531"
		int nDice; // on the table
		int wild = 1; // the face that is wild now, 0: none
		int last; // the last bid, 10 * quantity + face; 0 when nothing is bid
		boolean mayBePalifico; // see isLegal

		View(String mine, List<Integer> counts, List<Integer> bids) {
			this.mine = mine;
			for (int n : counts) {
				nDice += n;
				mayBePalifico |= n == 1 && has("palifico", "on");
			}
			if (rules.get("wild") == null || has("wild", "none"))
				wild = 0;
			else if (has("wild", "high"))
				wild = faces;
			for (int i = 0; i < bids.size(); i++) {
				last = bids.get(i);
				if (has("wild", "drop") && i < counts.size() && last % 10 == 1)
					wild = 0;
			}
		}

		int count(int face) {
			return (int) mine.chars().filter(shown -> shown == '0' + face).count();
		}

		/* The expected number of matching dice minus what the bid needs, in halves of a die times
		 * faces, so that all numbers are whole. Negative: likelier false. */
		int margin(int bid) {
			int quantity = bid / 10, face = bid % 10;
			boolean helps = wild != 0 && wild != face;
			int own = count(face) + (helps ? count(wild) : 0);
			return 2 * (faces * own + (nDice - mine.length()) * (helps ? 2 : 1)) - (2 * quantity - 1) * faces;
		}

		boolean isLegal(int bid) {
			int quantity = bid / 10, face = bid % 10, lastQuantity = last / 10, lastFace = last % 10;
			/* In a palifico hand only the quantity may be raised. The strings do not say whether this is
			 * one. It may be if a player has a single die; then more dice of the same face are always
			 * legal. */
			if (mayBePalifico && last != 0 && face != lastFace)
				return false;
			if (!has("ones_rule", "perudo") || (face != 1 && lastFace != 1))
				return bid > last;
			if (last == 0)
				return false;
			if (lastFace != 1)
				return 2 * quantity >= lastQuantity;
			return face == 1 ? quantity > lastQuantity : quantity > 2 * lastQuantity;
		}

		/* Returns 10 * quantity + face for a bid, 0 to call the last one a lie. */
		int play() {
			/* A call wins if the last bid is false. At the opening there is nothing to call. */
			int best = last != 0 ? -margin(last) : Integer.MIN_VALUE, play = 0;
			for (int quantity = 1; quantity <= nDice; quantity++) {
				for (int face = has("wild", "joker") ? 2 : 1; face <= faces; face++) {
					int bid = 10 * quantity + face;
					if (isLegal(bid) && margin(bid) > best) {
						best = margin(bid);
						play = bid;
					}
				}
			}
			return play;
		}
	}

	/* The place of a value in Mäxchen's order: ordinary ones by size, doubles, Mäxchen, Hamburger. */
	private int rank(int value) {
		if (value == number("hamburger", 42))
			return 10000;
		if (value == number("maexchen", 21))
			return 1000;
		return value % 11 == 0 ? 100 + value : value;
	}

	/* One ask of Mäxchen. mine: its own roll, "53", or "xx" when asked to believe the last claim (1) or
	 * to doubt it (0). It doubts claims that fewer than a third of all rolls reach. It claims its roll
	 * or, if that is too low, the lowest higher value. */
	private int playMaexchen(String mine, List<Integer> claims) {
		int toBeat = claims.isEmpty() ? 0 : rank(claims.get(claims.size() - 1));
		int reach = 0, lowest = 0;
		for (int a = 1; a <= 6; a++) {
			for (int b = 1; b <= 6; b++) {
				int roll = a < b && !has("order_digits", "false") ? 10 * b + a : 10 * a + b;
				if (rank(roll) >= toBeat)
					reach++;
				if (rank(roll) > toBeat && (lowest == 0 || rank(roll) < rank(lowest)))
					lowest = roll;
			}
		}
		if (mine.contains("x"))
			return 3 * reach >= 36 ? 1 : 0;
		int roll = Integer.parseInt(mine);
		return rank(roll) > toBeat ? roll : lowest;
	}

	/* A new game. */
	void gameStart(Map<String, String> newRules) {
		rules = newRules;
	}

	/* One ask: the robot's letter, the dice it sees, and the plays so far. Returns the play. */
	int play(String me, String hands, String history) {
		String mine = "";
		List<Integer> counts = new ArrayList<>(), bids = new ArrayList<>();
		int lastPlay = -1;
		for (String entry : hands.split(",")) {
			String shown = entry.substring(2).split("@")[0]; // in games for points, the points follow
			counts.add(shown.length());
			if (entry.startsWith(me))
				mine = shown;
		}
		for (String entry : history.isEmpty() ? new String[0] : history.split(",")) {
			lastPlay = Integer.parseInt(entry.substring(2));
			if (lastPlay > 10)
				bids.add(lastPlay);
		}
		/* At the end of a hand every robot gets all dice, even a robot that is out. The answer is
		 * ignored. This robot learns nothing; a better one would compare the dice with the bids,
		 * and keep what it learns in its fields. */
		if (mine.isEmpty() || lastPlay == 0 || lastPlay == 2)
			return 0;
		return rules.containsKey("hamburger") ? playMaexchen(mine, bids) : new View(mine, counts, bids).play();
	}
}

/* -------- What follows talks to the arena: it makes a robot for each match. -------- */

final class Main {
	public static void main(String[] arguments) throws IOException {
		System.out.println("robot name=template version=1.0 lanes=64 matches=yes");
		BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
		Map<String, String> rules = new HashMap<>();
		Map<String, Robot> robots = new HashMap<>(); // by table
		Robot robot = null;
		for (String line; (line = lines.readLine()) != null;) {
			String[] words = line.split(" ");
			if (words[0].equals("game")) { // of all matches: "game liars-dice dice=5 faces=6 ..."
				for (int i = 2; i < words.length; i++)
					rules.put(words[i].split("=")[0], words[i].split("=")[1]);
			} else if (words[0].equals("match")) { // a new match at this table
				robots.remove(words[1]);
			} else if (words[0].equals("table")) { // of the next ask, and its number in the game
				robot = robots.computeIfAbsent(words[1], table -> new Robot());
				if (words[2].equals("0"))
					robot.gameStart(rules);
			} else if (words[0].length() == 1) { // else "seed N": for robots that need random numbers
				System.out.println(robot.play(words[0], words[1], words[2].equals("-") ? "" : words[2]));
			}
		}
	}
}
