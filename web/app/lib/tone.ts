// The tone curve of the still pictures, as a function for shaders: light as numbers becomes colors of a screen. Its figures come from
// the file that the renderer writes beside the layers of the live house.
import { tone } from "../../public/img/live/live.json";

export const number = (value: number) => (Number.isInteger(value) ? `${value}.0` : String(value));
/** For `vector * matrix`: each row of the list becomes a column. */
const matrix = (rows: number[][]) => `mat3(${rows.flat().map(number).join(", ")})`;
const [c6, c5, c4, c3, c2, c1, c0] = tone.curve.map(number);
const [darkest, brightest] = tone.log2 as [number, number];

/** One triangle that covers the frame. */
export const everywhere = `#version 300 es
out vec2 at;
void main() {
  at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}`;

export const EYE = "const vec3 EYE = vec3(0.2126, 0.7152, 0.0722);";

/** It needs EYE. */
export const toned = `
vec3 toned(vec3 light) {
  vec3 x = max(light * ${matrix(tone.toAgx)}, 1e-10);
  x = clamp((log2(x) - ${number(darkest)}) / ${number(brightest - darkest)}, 0.0, 1.0);
  vec3 y = ((((((${c6} * x + ${c5}) * x + ${c4}) * x + ${c3}) * x + ${c2}) * x + ${c1}) * x + ${c0});
  y = pow(clamp(y, 0.0, 1.0), vec3(${number(tone.power)}));
  y = mix(vec3(dot(y, EYE)), y, ${number(tone.saturation)});
  return clamp(y * ${matrix(tone.fromAgx)}, 0.0, 1.0);
}`;
