"""checks.py - what page.py and live.py have in common: cases, contrast, structure, going through a replay."""
import json

n_failed = 0

# Every text must have a contrast of 4.5 with what it stands on (3 when large).
CONTRAST = """(function () {
    function parts(c) { return (c.match(/[\\d.]+/g) || []).map(Number); }
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
    all('nav a').forEach(function (a) { if (!ids[a.getAttribute('href').slice(1)]) bad.push('link to nothing: ' + a.href); });
    all('table').forEach(function (t) {
        if (!t.caption) bad.push('a table without caption');
        t.querySelectorAll('th').forEach(function (h) { if (!h.scope || !h.textContent.trim()) bad.push('a header without scope or text'); });
    });
    if (all('main').length !== 1 || all('nav').length !== 1 || all('h1').length !== 1) bad.push('landmarks');
    if (all('[aria-live]').length !== 1) bad.push('live regions');
    return bad;
})()"""


def check(name, wrong):
    """wrong: nothing, or what is."""
    global n_failed
    n_failed += bool(wrong)
    print("FAIL %s: %s" % (name, wrong) if wrong else "ok " + name)


def text(page, selector):
    return page.evaluate("document.querySelector(%s).textContent" % json.dumps(selector))


def clean(cell):
    return cell.replace("\u202f", "").replace("\u00a0", " ").replace("\u2212", "-")


def step_through(page, go):
    """What is told at each step, from where the page is to the end."""
    told = []
    for _ in range(2000):
        told.append(text(page, "#told-words"))
        if page.evaluate("document.getElementById('step-next').getAttribute('aria-disabled')"):
            return told
        go()
    return told
