"""checks.py - shared by page.py and live.py: cases, contrast, structure, steps of a replay."""
import json
import math
import os

n_failed = 0

# Every text must have a contrast of 4.5 with what it stands on (3 when large).
CONTRAST = """(function () {
    function parts(c) {
        var all = (c.match(/[\\d.]+/g) || []).map(Number);
        return /^color\\(srgb/.test(c) ? all.map(function (v, i) { return i < 3 ? 255 * v : v; }) : all;
    }
    function light(p) {
        var v = p.slice(0, 3).map(function (x) { x /= 255; return x <= .04045 ? x / 12.92 : Math.pow((x + .055) / 1.055, 2.4); });
        return .2126 * v[0] + .7152 * v[1] + .0722 * v[2];
    }
    function ground(e) {
        for (; e; e = e.parentElement) {
            var p = parts(getComputedStyle(e).backgroundColor);
            if (p.length === 3 || p[3] > 0)
                return p;
        }
        return [255, 255, 255];
    }
    var bad = [];
    document.querySelectorAll('body *').forEach(function (e) {
        var own = Array.from(e.childNodes).some(function (n) { return n.nodeType === 3 && n.data.trim(); });
        if (!own || !e.getClientRects().length || e.closest('script') || e.closest('.unseen'))
            return;
        var style = getComputedStyle(e), isSvg = e instanceof SVGElement;
        var a = light(parts(isSvg ? style.fill : style.color)), b = light(ground(isSvg ? e.closest('svg').parentElement : e));
        var ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5))
            bad.push(e.tagName + ' ' + e.textContent.slice(0, 30) + ' ' + ratio.toFixed(2));
    });
    return bad.slice(0, 5);
})()"""

STRUCTURE = """(function () {
    var bad = [], ids = {}, all = function (s) { return Array.from(document.querySelectorAll(s)); };
    all('[id]').forEach(function (e) { if (ids[e.id]) bad.push('twice: ' + e.id); ids[e.id] = true; });
    all('[aria-labelledby], [aria-describedby], [for]').forEach(function (e) {
        ['aria-labelledby', 'aria-describedby', 'for'].forEach(function (a) {
            if (e.hasAttribute(a) && !ids[e.getAttribute(a)]) bad.push(a + ' to nothing: ' + e.getAttribute(a));
        });
    });
    all('nav a[href^="#"]').forEach(function (a) { if (!ids[a.getAttribute('href').slice(1)]) bad.push('link to nothing: ' + a.href); });
    all('table').forEach(function (t) {
        if (!t.caption) bad.push('a table without caption');
        t.querySelectorAll('th').forEach(function (h) { if (!h.scope || !h.textContent.trim()) bad.push('a header without scope or text'); });
    });
    if (all('main').length !== 1 || all('nav').length !== 1 || all('h1').length !== 1) bad.push('landmarks');
    if (all('[aria-live]').length !== 1) bad.push('live regions');
    var landmarks = {};
    all('section[aria-labelledby], section[aria-label], [role=region], nav, main, form[aria-label]').forEach(function (e) {
        if (!e.getClientRects().length) return;
        var name = e.tagName.replace('SECTION', 'region').replace('DIV', 'region') + ' ' + (e.ariaLabel ||
            (document.getElementById(e.getAttribute('aria-labelledby')) || {textContent: ''}).textContent);
        if (landmarks[name]) bad.push('two landmarks of one name: ' + name);
        landmarks[name] = true;
    });
    all('.scroll').forEach(function (e) { if (e.tabIndex < 0 || !e.ariaLabel && !e.getAttribute('aria-labelledby')) bad.push('scrolls, but not by keyboard'); });
    all('body *').forEach(function (e) {
        var style = getComputedStyle(e);
        if (/auto|scroll/.test(style.overflowX + style.overflowY) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1) &&
            e.tabIndex < 0 && !e.querySelector('a, button, input, select, [tabindex]')) bad.push('scrolls, but not by keyboard: ' + e.className);
    });
    all('button[aria-label], a[aria-label]').forEach(function (e) {
        if (e.ariaLabel.toLowerCase().indexOf(e.textContent.trim().toLowerCase()) < 0) bad.push('named otherwise than it reads: ' + e.textContent);
    });
    return bad;
})()"""


# Words of names and ranges in tables that a line breaks, and numbers with a hyphen in place of a minus sign.
TYPOGRAPHY = """(function () {
    var bad = [], all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange(), text;
    function findBroken(parts) {
        Array.from(text.data.matchAll(parts)).forEach(function (part) {
            range.setStart(text, part.index);
            range.setEnd(text, part.index + part[0].length);
            if (new Set(Array.from(range.getClientRects(), b => Math.round(b.top))).size > 1)
                bad.push('broken: ' + part[0] + ' in ' + text.parentNode.textContent);
        });
    }
    while ((text = all.nextNode())) {
        if (!text.parentNode.closest('script, code, pre, bdi, option') && /(^|[\\s(])-\\d/.test(text.data))
            bad.push('a hyphen as a minus sign: ' + text.data);
        if (text.parentNode.closest('.unseen'))
            continue;
        if (text.parentNode.closest('bdi'))
            findBroken(/[A-Za-z0-9]+/g);
        else if (text.parentNode.closest('td'))
            findBroken(/[\\d.\u2212+]+.{0,3}(\u2013|to).{0,3}[\\d.\u2212+]+/g);
    }
    document.querySelectorAll('.faced > .face').forEach(function (face) {
        var mark = face.getBoundingClientRect(), words = document.createTreeWalker(face.parentNode, NodeFilter.SHOW_TEXT), word = words.nextNode();
        while (word && !word.data.trim())
            word = words.nextNode();
        range.selectNodeContents(word || face);
        var first = range.getClientRects()[0];
        if (mark.height && first && Math.abs(mark.top + mark.bottom - first.top - first.bottom) > 4)
            bad.push('a mark at ' + (mark.top + mark.bottom) / 2 + ' beside ' + word.data + ' at ' + (first.top + first.bottom) / 2);
    });
    return bad.slice(0, 5);
})()"""


# Labels of a chart that cover one another.
LABELS = """(function () {
    var bad = [];
    document.querySelectorAll('svg, .ranking .head').forEach(function (chart) {
        var all = Array.from(chart.querySelectorAll('text, .tick, .axis-title')).filter(e => e.getClientRects().length);
        all.forEach(function (e, i) {
            var a = e.getBoundingClientRect();
            all.slice(i + 1).forEach(function (other) {
                var b = other.getBoundingClientRect();
                if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
                    bad.push('labels overlap: ' + e.textContent + ', ' + other.textContent);
            });
        });
    });
    return bad.slice(0, 5);
})()"""


# What an assistive program gets: each control has a name, each landmark is there once, and a thumb hits each control.
SIZES = """Array.from(document.querySelectorAll('button, select, input[type=text], input[type=number]')).filter(function (e) {
    var b = e.getBoundingClientRect();
    return e.getClientRects().length && (b.height < 36 || b.width < 36);
}).map(function (e) { return (e.id || e.textContent) + ' ' + e.getBoundingClientRect().width + 'x' + e.getBoundingClientRect().height; })"""


def accessibility(page):
    """Returns what the page lacks for keyboards, screen readers and touch screens."""
    roles = {"button", "textbox", "combobox", "spinbutton", "checkbox", "radio", "group", "list", "image", "DisclosureTriangle"}
    nodes = [node for node in page.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    role_of = lambda node: node.get("role", {}).get("value")
    bad = ["%s without a name" % role_of(node) for node in nodes if role_of(node) in roles - {"list", "group"} and not node.get("name", {}).get("value")]
    for landmark in ("main", "banner"):
        n = sum(role_of(node) == landmark for node in nodes)
        bad += [] if n == 1 else ["%d %s" % (n, landmark)]
    bad += [] if page.evaluate("document.querySelectorAll('h1').length") == 1 and page.evaluate("!!document.documentElement.lang") else ["h1, lang"]
    return bad + page.evaluate(SIZES) + page.evaluate(CONTRAST)


def axe(page, opens=True):
    """Returns the findings of axe-core, if $ARENA_AXE names its file (tests/run.sh sets it to that of ./setup tests).
    opens: with everything unfolded."""
    if not os.environ.get("ARENA_AXE"):
        return []
    if not page.evaluate("!!window.axe"):
        with open(os.environ["ARENA_AXE"], encoding="utf-8") as file:
            page.evaluate(file.read() + "; 0")
    if opens:
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    return page.evaluate("axe.run(document).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 100)).slice(0, 3).join(' ')))")


# The marks of robots by place and name: how they look, without those that are out of sight.
FACES = """(function () {
    var seen = {};
    function note(place, e, name) {
        var face = e.querySelector('.face'), all = seen[place] = seen[place] || {};
        if (!e.getClientRects().length || e.closest('.unseen'))
            return;
        all[name] = face && face.getBoundingClientRect().width >= 12 && Array.from(face.children, p => [p.getAttribute('d'), p.getAttribute('transform'),
            getComputedStyle(p).fill, getComputedStyle(p).stroke === getComputedStyle(document.body).color].join(' ')).join('; ');
    }
    document.querySelectorAll('#ranking .name, #standings-table tbody th, #ratings-table tbody th, .heat tbody th, #seats .who, #own .who').forEach(function (e) {
        var bdi = e.querySelector('bdi');
        if (bdi)
            note(e.closest('[id]').id, e, bdi.textContent);
    });
    document.querySelectorAll('.heat thead th[title]').forEach(e => note(e.closest('[id]').id + ' head', e, e.title));
    return seen;
})()"""
# The marks in a chart, each once, of the size of a letter and inside the chart; "wrong" for another one.
CHART_FACES = """(function () {
    var chart = document.querySelector('%s'), box = chart.getBoundingClientRect();
    return Array.from(new Set(Array.from(chart.querySelectorAll('svg .face'), function (e) {
        var b = e.getBoundingClientRect();
        return b.width > 8 && b.width < 24 && b.left >= box.left && b.right <= box.right ? e.dataset.face : 'wrong';
    })));
})()"""
# How the colour-blind see linear RGB: protanopes, deuteranopes, tritanopes (Machado, Oliveira and Fernandes 2009).
EYES = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
)


def lab(rgb, eye):
    """Returns the CIE Lab values of a colour, three numbers of 0 to 255, for such an eye."""
    linear = [v / 3294.6 if v <= 10.31 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in rgb]
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, linear)))) for row in eye]
    xyz = [sum(a * b for a, b in zip(row, seen)) for row in ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8729))]
    x, y, z = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def closest_colours(colours):
    """Returns the least distance of two of these colours in CIE Lab, for the eye that tells them apart least."""
    return min(math.dist(lab(a, eye), lab(b, eye)) for eye in EYES for i, a in enumerate(colours) for b in colours[:i])


def check_faces(page, name, robots, places):
    """Returns the mark of each robot: each has its own, the same in all these places of the page."""
    seen = page.evaluate(FACES)
    faces = {robot: mark for place in seen.values() for robot, mark in place.items() if robot in robots}
    wrong = ["no %s" % place for place in places if not seen.get(place)]
    wrong += ["%s in %s: %s" % (robot, place, mark) for place in seen for robot, mark in seen[place].items()
              if robot in robots and (not mark or mark != faces[robot] or "false" in mark)]
    wrong += ["%d robots, %d marks" % (len(faces), len(set(faces.values())))] if not len(robots) == len(faces) == len(set(faces.values())) else []
    check("%s: each robot has its mark" % name, wrong[:3])
    return faces


def check(name, wrong):
    """Prints the result of a case; wrong: the reason of a failure, or nothing."""
    global n_failed
    n_failed += bool(wrong)
    print("FAIL %s: %s" % (name, wrong) if wrong else "ok " + name)


def text(page, selector):
    return page.evaluate("document.querySelector(%s).textContent" % json.dumps(selector))


def clean(cell):
    return cell.replace("\u202f", "").replace("\u2060", "").replace("\u00a0", " ").replace("\u2212", "-")


# What covers a player: parts of the bid in the middle, or another player.
OVERLAPS = """(function () {
    function box(e) { return e.getBoundingClientRect(); }
    var seats = Array.from(document.querySelectorAll('#table .seat')), parts = Array.from(document.querySelectorAll('#bid > *')).concat(seats);
    return seats.filter(function (seat) {
        var a = box(seat);
        return parts.some(function (part) {
            var b = box(part);
            return part !== seat && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        });
    }).map(function (seat) { return 'covered: ' + seat.textContent; });
})()"""


def step_through(page, go):
    """Returns the text of each step, from the current one to the end."""
    told = []
    for _ in range(2000):
        words, is_last = page.evaluate("['event-words', 'step-next'].map(id => document.getElementById(id)).map((e, i) => i ? e.getAttribute('aria-disabled') : e.textContent)")
        told.append(words)
        if is_last:
            return told
        go()
    return told
