/* d3.js - the parts of D3 that the pages use. esbuild bundles them into one script, which defines `d3`. */
export {ascending, max, merge, min, range, sum} from "d3-array";
export {nest} from "d3-collection";
export {rgb} from "d3-color";
export {interpolateLab} from "d3-interpolate";
export {default as scaleLinear} from "d3-scale/src/linear.js";
export {event, select, selectAll} from "d3-selection";
export {default as line} from "d3-shape/src/line.js";
