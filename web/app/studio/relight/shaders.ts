// The shaders of dusk. What does not change from frame to frame is drawn once into textures:
//   evened  the picture with sun and shade divided out: the colors of what light falls on (roots of them)
//   scene   the evening without our lights
//   walls   how much light of each group falls where, on walls and on the ground
//   bulbs   the lights themselves (roots of a ninth)
//   glow    what of it glares in a lens
// Groups of lights stand as red, green and blue; a frame adds them up in their colors and takes the tone curve.
import { EYE, toned } from "~/lib/tone";

const head = `#version 300 es
precision highp float;
${EYE}`;

const page = `${head}
in vec2 at;
out vec4 color;
vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }`;

/** Of light on the wall: from 0 above the ground to 1 on it. */
const grounds = `
uniform vec2 ground;
float below(vec2 uv, float soft) { return smoothstep(-soft, soft, uv.y - mix(ground.x, ground.y, uv.x)); }`;

export const evened = `${page}
uniform sampler2D photo, mask, colors, daylight;
uniform float exposure;
${grounds}
void main() {
  vec2 uv = vec2(at.x, 1.0 - at.y);
  vec4 m = texture(mask, uv);
  vec3 seen = linear(texture(photo, uv).rgb);
  // What shows between leaves is no color of theirs.
  vec3 sky = linear(texture(colors, uv).rgb);
  vec3 own = clamp((seen - m.r * sky) / max(1.0 - m.r, 0.12), vec3(0.0), seen);
  if (m.r > 0.02) seen = mix(own, seen * 0.6, 0.15);
  // The ground is of one piece: there the light alone makes it vary.
  float stops = (texture(daylight, uv).r * 255.0 - 128.0) / 24.0;
  vec3 even = seen * exp2(-stops * mix(0.36, 0.48, below(uv, 0.01))) * exposure;
  even = min(even * mix(1.0, 0.92 / max(max(even.r, even.g), max(even.b, 0.92)), 0.8), vec3(0.96));
  // Light on the wall reaches neither sky nor what grows before it; green paint is lighter than leaves.
  float leaves = m.g * (1.0 - smoothstep(0.08, 0.2, dot(even, EYE)));
  color = vec4(sqrt(even), 1.0 - (1.0 - m.r) * (1.0 - 0.75 * leaves));
}`;

/** \`evening\` goes from day (0) to night (1). */
export const scene = `${page}
uniform sampler2D photo, mask, colors, evened;
uniform float evening, low;
${grounds}
float chance(vec2 p) { return fract(sin(dot(p, vec2(12.99, 78.23))) * 43758.55); }
float drift(vec2 p) {
  vec2 cell = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(chance(cell), chance(cell + vec2(1, 0)), f.x), mix(chance(cell + vec2(0, 1)), chance(cell + 1.0), f.x), f.y);
}
vec3 heaven(vec2 uv, vec3 seen, float deep) {
  float high = clamp(uv.y / max(low, 0.12), 0.0, 1.15);
  float haze = drift(vec2(uv.x * 2.3 + 3.0, uv.y * 9.0)) * 0.6 + drift(vec2(uv.x * 5.0 + 9.0, uv.y * 21.0)) * 0.4 - 0.5;
  float h = high + haze * 0.05;
  vec3 top = mix(vec3(0.048, 0.080, 0.212), vec3(0.0045, 0.0085, 0.026), deep);
  vec3 middle = mix(vec3(0.079, 0.118, 0.262), vec3(0.012, 0.020, 0.050), deep);
  vec3 bottom = mix(vec3(0.215, 0.185, 0.265), vec3(0.045, 0.045, 0.070), deep);
  vec3 sky = mix(mix(top, middle, smoothstep(0.0, 0.62, h)), bottom, smoothstep(0.5, 1.08, h) * 0.85);
  // Clouds stay where they were.
  float cloud = clamp(dot(seen, EYE) / max(dot(linear(texture(colors, uv).rgb), EYE), 0.02), 0.6, 1.9);
  sky *= mix(1.0, pow(cloud, 1.4), 0.55);
  return mix(sky, sky * vec3(1.25, 1.02, 1.05), smoothstep(1.05, 1.5, cloud) * 0.6);
}
void main() {
  vec2 uv = vec2(at.x, 1.0 - at.y);
  vec4 m = texture(mask, uv);
  vec3 seen = linear(texture(photo, uv).rgb);
  vec3 root = texture(evened, at).rgb;
  float dim = smoothstep(0.0, 0.55, evening), deep = smoothstep(0.5, 1.0, evening);
  vec3 own = mix(seen, root * root, smoothstep(0.0, 0.3, evening));
  float gray = dot(own, EYE);
  vec3 light = mix(vec3(1.0), mix(vec3(0.098, 0.132, 0.245), vec3(0.030, 0.043, 0.088), deep), dim);
  // In dim light colors fade and shadows deepen.
  vec3 lit = mix(vec3(gray), own, mix(1.0, 0.55, dim)) * light;
  lit *= mix(1.0, pow(clamp(gray * 1.7, 0.05, 1.6), 0.35), dim);
  lit *= mix(1.0, 0.74 + 0.3 * at.y, evening);
  float grass = below(uv, 0.02);
  lit *= mix(vec3(1.0), mix(vec3(0.66, 0.68, 0.68), vec3(0.48, 0.58, 0.50), grass), m.g * dim);
  float lamp = smoothstep(0.15, 0.6, evening) * (0.80 + 0.26 * drift(uv * vec2(27.0, 15.0)));
  lit += vec3(0.60, 0.352, 0.160) * m.a * lamp;
  vec3 sky = mix(seen * light, heaven(uv, seen, deep), smoothstep(0.0, 0.5, evening));
  color = vec4(mix(lit, sky, m.r), 1.0);
}`;

/** Each spot of light or bulb is a square of its own, one instance of five numbers. */
const instance = `${head}
layout(location = 0) in vec4 lamp;
layout(location = 1) in float foundation;
uniform vec2 size;
flat out vec3 group;
vec2 corner() { return vec2(gl_VertexID & 1, gl_VertexID >> 1); }
vec3 channel() { return vec3(lamp.w == 0.0, lamp.w == 1.0, lamp.w == 2.0); }
vec4 placed(vec2 pixel) { return vec4(pixel / size * vec2(2, -2) + vec2(-1, 1), 0, 1); }`;

const beam = `
// A narrow beam down and a wide faint one, by the cosine of the angle to straight down.
float beam(float down) { return smoothstep(0.86, 0.976, down) + 0.06 * smoothstep(0.05, 1.0, down); }`;

/** On the wall: in feet beside and below the light. */
export const wallVertex = `${instance}
uniform vec2 down;
out vec2 feet;
out float above;
void main() {
  vec2 q = corner();
  feet = vec2(q.x * 10.0 - 5.0, mix(-0.9, 13.0, q.y));
  group = channel();
  vec2 pixel = lamp.xy + (vec2(down.y, -down.x) * feet.x + down * feet.y) * lamp.z;
  above = (foundation - pixel.y) / lamp.z;
  gl_Position = placed(pixel);
}`;

export const wallFragment = `${head}
in vec2 feet;
in float above;
flat in vec3 group;
out vec4 color;
${beam}
const float OFF = 0.42;
void main() {
  float square = dot(feet, feet) + OFF * OFF, far = sqrt(square);
  float fade = smoothstep(13.0, 6.5, feet.y) * smoothstep(5.0, 3.2, abs(feet.x)) * smoothstep(-0.6, 0.4, above);
  float light = beam((feet.y + 0.06) / far) * OFF / (pow(far, 2.45) + 0.03) * fade;
  color = vec4(group * light, 1.0);
}`;

/** On the ground before it: how far out follows from how far down, for eyes about five feet up. */
export const groundVertex = `${instance}
uniform float focal;
out vec2 pixel;
flat out vec4 of;
flat out float height;
const float EYES = 4.9, REACH = 16.0;
void main() {
  vec2 q = corner();
  group = channel();
  of = vec4(lamp.x, foundation, lamp.z, focal);
  height = max(4.0, (foundation - lamp.y) / lamp.z);
  float near = focal / max(focal / lamp.z - REACH, 4.0);
  pixel = vec2(lamp.x + (q.x * 2.0 - 1.0) * 12.0 * near, foundation + q.y * EYES * (near - lamp.z));
  gl_Position = placed(pixel);
}`;

export const groundFragment = `${head}
in vec2 pixel;
flat in vec4 of;
flat in float height;
flat in vec3 group;
out vec4 color;
${beam}
const float EYES = 4.9, EAVE = 0.8;
void main() {
  float foot = of.z + (pixel.y - of.y) / EYES;
  float forth = of.w / of.z - of.w / foot, side = (pixel.x - of.x) / foot;
  float square = side * side + (forth - EAVE) * (forth - EAVE) + height * height, far = sqrt(square);
  // What the wall throws back reaches farther than the beam.
  float thrown = 0.06 * exp(-forth / 5.0) * exp(-side * side / 30.0) / (height + 4.0);
  float fade = smoothstep(16.0, 6.0, forth) * smoothstep(12.0, 7.0, abs(side)) * smoothstep(0.0, 2.5, forth);
  color = vec4(group * (beam(height / far) * height / (square * far) + thrown) * 0.5 * fade, 1.0);
}`;

/** What hangs behind leaves is hidden. */
export const bulbVertex = `${instance}
uniform sampler2D mask;
out vec2 off;
flat out float seen;
void main() {
  float core = max(lamp.z * 0.042, 0.75);
  float leaves = 0.0;
  for (int i = 0; i < 5; i++) {
    vec2 step = vec2(i == 1 ? 1 : i == 2 ? -1 : 0, i == 3 ? 1 : i == 4 ? -1 : 0) * lamp.z * 0.12;
    leaves += textureLod(mask, (lamp.xy + step) / size, 0.0).g / 5.0;
  }
  seen = 1.0 - 0.92 * smoothstep(0.25, 0.8, leaves);
  group = channel();
  off = (corner() * 2.0 - 1.0) * 7.0;
  gl_Position = placed(lamp.xy + off * core);
}`;

export const bulbFragment = `${head}
in vec2 off;
flat in float seen;
flat in vec3 group;
out vec4 color;
void main() {
  float square = dot(off, off);
  float light = exp(-square * 0.75) + 0.04 / (1.0 + square * 0.35) * smoothstep(49.0, 12.0, square);
  color = vec4(group * sqrt(light * seen), 1.0);
}`;

/** What is bright, at a quarter of the size. */
export const bright = `${page}
uniform sampler2D walls, bulbs;
void main() {
  vec2 texel = 1.0 / vec2(textureSize(bulbs, 0));
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 16; i++) {
    vec3 root = textureLod(bulbs, at + texel * (vec2(i & 3, i >> 2) - 1.5), 0.0).rgb;
    sum += 9.0 * root * root;
  }
  color = vec4(sqrt((sum / 16.0 + 0.35 * textureLod(walls, at, 0.0).rgb) / 9.0), 1.0);
}`;

/** Spreads it: most stays near, the rest goes out in two wider rings. */
export const spread = `${page}
uniform sampler2D source;
vec3 ring(float reach, float level) {
  vec2 texel = exp2(level) / vec2(textureSize(source, 0));
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  for (int i = 0; i < 25; i++) {
    vec2 step = (vec2(i % 5, i / 5) - 2.0) * 1.4;
    float weight = exp(-0.5 * dot(step, step) / (reach * reach));
    vec3 root = textureLod(source, at + step * texel, level).rgb;
    sum += root * root * weight;
    weights += weight;
  }
  return 9.0 * sum / weights;
}
void main() { color = vec4(sqrt(0.45 * ring(0.9, 0.0) + 0.3 * ring(1.6, 1.0) + 0.25 * ring(1.7, 3.0)), 1.0); }`;

/** One frame. \`on\` is how far the lights are up, \`cells\` how many lights of a group the width would hold. */
export const picture = `${page}
uniform sampler2D photo, scene, evened, walls, bulbs, glow;
uniform mat3 tints;
uniform float evening, on, sparkle, seconds, cells;
float chance(float seed) { return fract(sin(seed * 12.9898) * 43758.5453); }
float twinkle(float place) {
  float turn = sin(seconds * (0.9 + 1.9 * chance(place)) + 6.2832 * chance(place + 7.0));
  return mix(1.0, 0.08 + 1.15 * smoothstep(-0.2, 0.95, turn), sparkle);
}
float sparks(float group) {
  float x = at.x * cells + group * 0.333, first = floor(x) + group * 41.0;
  return mix(twinkle(first), twinkle(first + 1.0), smoothstep(0.3, 0.7, fract(x)));
}
${toned}
void main() {
  vec3 day = evening < 0.3 ? texture(photo, vec2(at.x, 1.0 - at.y)).rgb : vec3(0.0);
  if (evening <= 0.0) {
    color = vec4(day, 1.0);
    return;
  }
  vec3 light = texture(scene, at).rgb;
  if (on > 0.0) {
    vec4 even = texture(evened, at);
    vec3 wall = texture(walls, at).rgb, core = texture(bulbs, at).rgb, halo = texture(glow, at).rgb;
    vec3 shine = 5.0 * core * core + 0.06 * halo * halo;
    vec3 falls = wall * 9.0 * (1.0 - even.a);
    if (sparkle > 0.0) {
      vec3 up = vec3(sparks(0.0), sparks(1.0), sparks(2.0));
      shine *= up;
      falls *= up;
    }
    vec3 own = even.rgb * even.rgb;
    light += on * ((tints * falls) * own + tints * shine);
  }
  vec2 away = at - 0.5;
  light *= (1.0 - 0.28 * dot(away, away) * evening) * mix(1.0, 2.05, smoothstep(0.0, 0.5, evening));
  vec3 shown = toned(light + 0.0006);
  if (evening < 0.3) shown = mix(day, shown, smoothstep(0.0, 0.3, evening));
  float grain = chance(dot(gl_FragCoord.xy, vec2(0.7548, 0.5698))) - 0.5;
  color = vec4(shown + grain * 0.012 * evening, 1.0);
}`;
