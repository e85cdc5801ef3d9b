// The shaders. Layers hold the square root of light over a scale; light adds up, is exposed and goes through the tone curve of
// the still pictures. Every number comes from the file that the renderer writes beside the layers.
import { EYE, number, toned } from "~/lib/tone";
import { gain, scale, stops, white } from "../../../public/img/live/live.json";

const vector = (values: number[]) => `vec3(${values.map(number).join(", ")})`;

const head = `#version 300 es
precision highp float;
in vec2 at;
out vec4 color;
${EYE}`;

/** What of each group is bright enough to glare in a lens, at a quarter of the size: A, B and C as red, green and blue. */
export const bright = `${head}
uniform sampler2D A, B, C;
float over(sampler2D group) {
  vec2 texel = 1.0 / vec2(textureSize(group, 0));
  float sum = 0.0;
  for (int i = 0; i < 16; i++) {
    vec3 root = texture(group, at + texel * (vec2(i & 3, i >> 2) - 1.5)).rgb;
    sum += max(dot(root * root, EYE) * ${number(scale.A)} - ${number(0.6 / 2 ** stops.night / gain.warm)}, 0.0);
  }
  return sqrt(sum / 16.0 / ${number(scale.A)});
}
void main() { color = vec4(over(A), over(B), over(C), 1.0); }`;

/** Spreads it: half stays near, the rest goes out in two wider rings. */
export const spread = `${head}
uniform sampler2D source;
vec3 ring(float reach, float level) {
  vec2 texel = exp2(level) / vec2(textureSize(source, 0));
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  for (int i = 0; i < 49; i++) {
    vec2 step = vec2(i % 7, i / 7) - 3.0;
    float weight = exp(-0.5 * dot(step, step) / (reach * reach));
    vec3 root = textureLod(source, at + step * texel, level).rgb;
    sum += root * root * weight;
    weights += weight;
  }
  return sum / weights;
}
void main() { color = vec4(sqrt(0.5 * ring(0.6, 0.0) + 0.3 * ring(1.75, 0.0) + 0.2 * ring(1.5, 2.0)), 1.0); }`;

/** The picture. `hour` goes from night (0) to day (1); `sparkle` from calm (0) to twinkling (1). */
export const picture = `${head}
uniform sampler2D night, A, B, C, day, glare;
uniform mat3 tints;
uniform float hour, sparkle, seconds;

float chance(float seed) { return fract(sin(seed * 12.9898) * 43758.5453); }

// How far the light of one bulb is up; bulbs of a group hang about one twenty-fourth of the frame apart.
float bulb(float place) {
  if (sparkle == 0.0) return 1.0;
  float turn = sin(seconds * (0.9 + 1.9 * chance(place)) + 6.2832 * chance(place + 7.0));
  return mix(1.0, 0.08 + 1.15 * smoothstep(-0.2, 0.95, turn), sparkle);
}
float sparks(vec2 uv, float group) {
  float x = uv.x * 24.0 + group * 0.333;
  float first = floor(x) + group * 41.0;
  return mix(bulb(first), bulb(first + 1.0), smoothstep(0.3, 0.7, fract(x)));
}

vec3 light(sampler2D layer, vec2 uv, float scale) {
  vec3 root = texture(layer, uv).rgb;
  return root * root * scale;
}
${toned}

void main() {
  vec2 uv = vec2(at.x, 1.0 - at.y);
  vec3 lit = vec3(sparks(uv, 0.0), sparks(uv, 1.0), sparks(uv, 2.0));
  vec3 halo = light(glare, uv, ${number(scale.A * 0.4)});
  vec3 sum = light(night, uv, ${number(scale.night)});
  sum += tints[0] * lit.x * (light(A, uv, ${number(scale.A)}) + halo.x);
  sum += tints[1] * lit.y * (light(B, uv, ${number(scale.B)}) + halo.y);
  sum += tints[2] * lit.z * (light(C, uv, ${number(scale.C)}) + halo.z);
  sum *= ${vector(white.night.map((share) => share * 2 ** stops.night))};
  vec3 sun = light(day, uv, ${number(scale.day)}) * ${vector(white.day.map((share) => share * 2 ** stops.day))};
  sum = mix(sum, sun, hour * hour);
  vec2 away = (uv - 0.5) * vec2(1.0, 0.5625);
  sum = (sum + 0.0012) * (1.0 - 0.3 * dot(away, away));
  float grain = chance(dot(gl_FragCoord.xy, vec2(0.7548, 0.5698))) - 0.5;
  color = vec4(toned(sum) + grain / 255.0, 1.0);
}`;
