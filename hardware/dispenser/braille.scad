// Raised dots: 1.6 mm wide, 0.5 mm high, 2.5 mm apart, cells 6 mm apart. Letters only.
include <shapes.scad>

dots_of = [["a", [1]], ["b", [1, 2]], ["c", [1, 4]], ["d", [1, 4, 5]], ["e", [1, 5]], ["f", [1, 2, 4]], ["g", [1, 2, 4, 5]],
    ["h", [1, 2, 5]], ["i", [2, 4]], ["j", [2, 4, 5]], ["k", [1, 3]], ["l", [1, 2, 3]], ["m", [1, 3, 4]], ["n", [1, 3, 4, 5]],
    ["o", [1, 3, 5]], ["p", [1, 2, 3, 4]], ["q", [1, 2, 3, 4, 5]], ["r", [1, 2, 3, 5]], ["s", [2, 3, 4]], ["t", [2, 3, 4, 5]],
    ["u", [1, 3, 6]], ["v", [1, 2, 3, 6]], ["w", [2, 4, 5, 6]], ["x", [1, 3, 4, 6]], ["y", [1, 3, 4, 5, 6]], ["z", [1, 3, 5, 6]]];

function letter_dots(letter) = dots_of[search([letter], dots_of)[0]][1];

// Where the dots of a word are whose middle is at the origin.
function word_dots(word) = [for (n = [0:len(word) - 1]) for (dot = letter_dots(word[n]))
    [6 * (n - (len(word) - 1) / 2) + (dot > 3 ? 1.25 : -1.25), 2.5 * (1 - (dot - 1) % 3)]];

// The dots of words, each [word, x, y], in two steps as a printer lays them: round enough for a finger.
module braille(words) for (step = [[1.6, 0.25], [1.1, 0.5]])
    translate([0, 0, -0.2]) linear_extrude(0.2 + step[1])
        for (word = words) translate([word[1], word[2]]) for (at = word_dots(word[0])) translate(at) circle(d = step[0], $fn = 10);
