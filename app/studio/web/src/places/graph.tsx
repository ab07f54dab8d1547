export { Graph } from "./graph/graph";
