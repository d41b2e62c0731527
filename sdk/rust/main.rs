//! template - what this robot does, in a line or two.
//!
//! It expects its own matching dice and an average share of the other dice. It makes the bid that is
//! exceeded most by this expectation, or calls when that is more promising. It ignores the bids of
//! others: improve that first. The templates for other languages make the same plays.
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// Of the game being played: "faces" -> "6", "wild" -> "ones", ...
type Rules = HashMap<String, String>;

fn number(rules: &Rules, name: &str, fallback: i32) -> i32 {
    rules.get(name).and_then(|text| text.parse().ok()).unwrap_or(fallback)
}

fn is(rules: &Rules, name: &str, value: &str) -> bool {
    rules.get(name).map_or(false, |text| text == value)
}

/// The contents of one ask of Liar's Dice.
struct View {
    faces: i32,
    mine: Vec<i32>,        // own dice
    n_dice: i32,           // on the table
    wild: i32,             // the face that is wild now, 0: none
    last: (i32, i32),      // quantity and face of the last bid, 0 when nothing is bid
    is_perudo: bool,       // ones follow an order of their own
    may_be_palifico: bool, // see is_legal
}

impl View {
    /// The expected number of matching dice minus what the bid needs, in halves of a die times faces,
    /// so that all numbers are whole. Negative: likelier false.
    fn margin(&self, quantity: i32, face: i32) -> i32 {
        let helps = self.wild != 0 && self.wild != face;
        let own = self.mine.iter().filter(|&&die| die == face || (helps && die == self.wild)).count() as i32;
        let unknown = self.n_dice - self.mine.len() as i32;
        let expected = self.faces * own + unknown * if helps { 2 } else { 1 };
        2 * expected - (2 * quantity - 1) * self.faces
    }

    fn is_legal(&self, quantity: i32, face: i32) -> bool {
        let (last_quantity, last_face) = self.last;
        // In a palifico hand only the quantity may be raised. The strings do not say whether this is
        // one. It may be if a player has a single die; then more dice of the same face are always
        // legal.
        if self.may_be_palifico && last_quantity > 0 && face != last_face {
            return false;
        }
        if !self.is_perudo || (face != 1 && last_face != 1) {
            return (quantity, face) > self.last;
        }
        match (last_face, face) {
            (0, _) => false,
            (1, 1) => quantity > last_quantity,
            (1, _) => quantity > 2 * last_quantity,
            _ => 2 * quantity >= last_quantity,
        }
    }
}

/// One ask of Liar's Dice. Returns 10 * quantity + face for a bid, 0 to call the last one a lie.
fn play_dice(rules: &Rules, mine: &str, n_dice: &[usize], bids: &[i32]) -> i32 {
    let faces = number(rules, "faces", 6);
    let last = bids.last().copied().unwrap_or(0);
    let mut wild = match rules.get("wild").map_or("none", |text| text.as_str()) {
        "none" => 0,
        "high" => faces,
        _ => 1,
    };
    if is(rules, "wild", "drop") && bids.iter().take(n_dice.len()).any(|bid| bid % 10 == 1) {
        wild = 0;
    }
    let view = View {
        faces,
        mine: mine.chars().filter_map(|c| c.to_digit(10)).map(|die| die as i32).collect(),
        n_dice: n_dice.iter().sum::<usize>() as i32,
        wild,
        last: (last / 10, last % 10),
        is_perudo: is(rules, "ones_rule", "perudo"),
        may_be_palifico: is(rules, "palifico", "on") && n_dice.contains(&1),
    };
    // A call wins if the last bid is false. At the opening there is nothing to call.
    let mut best = if last > 0 { -view.margin(last / 10, last % 10) } else { i32::MIN };
    let mut play = 0;
    for quantity in 1..=view.n_dice {
        for face in if is(rules, "wild", "joker") { 2 } else { 1 }..=faces {
            if view.is_legal(quantity, face) && view.margin(quantity, face) > best {
                best = view.margin(quantity, face);
                play = 10 * quantity + face;
            }
        }
    }
    play
}

/// One ask of Mäxchen. mine: its own roll, "53", or "xx" when asked to believe the last claim (1) or to
/// doubt it (0). It doubts claims that fewer than a third of all rolls reach. It claims its roll or, if
/// that is too low, the lowest higher value.
fn play_maexchen(rules: &Rules, mine: &str, claims: &[i32]) -> i32 {
    let (maexchen, hamburger) = (number(rules, "maexchen", 21), number(rules, "hamburger", 42));
    let rank = |value: i32| (value == hamburger, value == maexchen, value % 11 == 0, value);
    let is_ordered = !is(rules, "order_digits", "false");
    let rolls: Vec<i32> = (0..36)
        .map(|i| (i / 6 + 1, i % 6 + 1))
        .map(|(a, b)| if is_ordered && a < b { 10 * b + a } else { 10 * a + b })
        .collect();
    let last = claims.last().copied();
    let is_higher = |value: i32| last.map_or(true, |last| rank(value) > rank(last));
    match mine.parse::<i32>() {
        Ok(roll) if is_higher(roll) => roll,
        Ok(_) => rolls.into_iter().filter(|&value| is_higher(value)).min_by_key(|&value| rank(value)).unwrap_or(0),
        Err(_) => {
            let reach = rolls.iter().filter(|&&value| is_higher(value) || Some(value) == last).count();
            i32::from(3 * reach >= rolls.len())
        }
    }
}

/// Plays one match of one or more games. Nothing is static: one process plays many matches at once.
struct Robot {
    rules: Rules,
}

impl Robot {
    fn new() -> Robot {
        Robot { rules: Rules::new() }
    }

    /// A new game.
    fn game_start(&mut self, rules: &Rules) {
        self.rules = rules.clone();
    }

    /// One ask: the robot's letter, the dice it sees, and the plays so far. Returns the play.
    fn play(&mut self, me: &str, hands: &str, history: &str) -> i32 {
        let hand_of = |entry: &str| -> String { entry[2..].split('@').next().unwrap_or("").to_string() };
        let mine = hands.split(',').find(|entry| entry.starts_with(me)).map(hand_of);
        let n_dice: Vec<usize> = hands.split(',').map(|entry| hand_of(entry).len()).collect();
        let plays: Vec<i32> = history.split(',').filter_map(|entry| entry.split(':').nth(1)?.parse().ok()).collect();
        // At the end of a hand every robot gets all dice, even a robot that is out. The answer is ignored.
        // This robot learns nothing; a better one would compare the dice with the bids, and keep what it
        // learns in itself.
        let is_over = matches!(plays.last(), Some(0 | 2));
        let bids: Vec<i32> = plays.into_iter().filter(|&play| play > 10).collect();
        match mine {
            Some(mine) if !is_over && self.rules.contains_key("hamburger") => play_maexchen(&self.rules, &mine, &bids),
            Some(mine) if !is_over => play_dice(&self.rules, &mine, &n_dice, &bids),
            _ => 0,
        }
    }
}

// -------- What follows talks to the arena: it makes a robot for each match. --------

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    let mut rules = Rules::new();
    let mut robots: HashMap<String, Robot> = HashMap::new(); // by table
    let mut now = String::new(); // the table of the next ask
    writeln!(out, "robot name=template version=1.0 lanes=64 matches=yes")?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            // Of all matches: "game liars-dice dice=5 faces=6 ...".
            ["game", _, ref settings @ ..] => {
                let pairs = settings.iter().filter_map(|word| word.split_once('='));
                rules = pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect();
            }
            ["seed", ..] => {} // "seed N": for robots that need random numbers
            // A new match at this table.
            ["match", table] => {
                robots.remove(table);
            }
            // The table of the next ask, and the number of this ask in the game.
            ["table", table, number] => {
                now = table.to_string();
                let robot = robots.entry(now.clone()).or_insert_with(Robot::new);
                if number == "0" {
                    robot.game_start(&rules);
                }
            }
            [me, hands, history] => {
                let history = if history == "-" { "" } else { history };
                let play = robots.get_mut(&now).map_or(0, |robot| robot.play(me, hands, history));
                writeln!(out, "{}", play)?;
            }
            _ => {}
        }
    }
    Ok(())
}
