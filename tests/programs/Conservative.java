import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;

/** The robot robots/conservative.c once more, with a thread for each play. */
public class Conservative {
    static int play(String me, String hands, String history) {
        Map<String, String> dice = new HashMap<>();
        for (String hand : hands.split(","))
            dice.put(hand.split(":")[0], hand.split(":")[1].split("@")[0]);
        String mine = dice.getOrDefault(me, "");
        int last = history.equals("-") ? 0 : Integer.parseInt(history.substring(history.lastIndexOf(':') + 1));
        for (int quantity = Math.max(1, last / 10); quantity <= mine.length(); quantity++)
            for (int face = 1; face < 10; face++) {
                final int wanted = '0' + face;
                if (mine.chars().filter(c -> c == wanted).count() >= quantity && 10 * quantity + face > last)
                    return 10 * quantity + face;
            }
        return 0;
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            String[] words = line.split(" ");
            if (words[0].equals("game") || words[0].equals("seed"))
                continue;
            int[] answer = new int[1];
            Thread thread = new Thread(() -> answer[0] = play(words[0], words[1], words[2]));
            thread.start();
            thread.join();
            System.out.println(answer[0]);
        }
    }
}
