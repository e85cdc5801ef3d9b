// What of WebGL2 the drawing needs, in its words: textures by name, programs, and drawing into a texture.

/** Every texture has a unit of its own, by its place in this list. */
const UNITS = ["photo", "mask", "colors", "evened", "scene", "walls", "bulbs", "glow", "source", "daylight"] as const;
export type Name = (typeof UNITS)[number];
type Size = readonly [width: number, height: number];
type Value = number | readonly number[];

/** How a texture holds its numbers: four bytes, one, or four halves of floats, which add up without steps. */
type Depth = "bytes" | "byte" | "halves";

export interface Program {
  handle: WebGLProgram;
  at: (name: string) => WebGLUniformLocation | null;
}

export interface Drawing {
  gl: WebGL2RenderingContext;
  /** Makes a new texture, empty or of these bytes. */
  make: (name: Name, size: Size, depth: Depth, bytes?: Uint8Array) => void;
  /** Fills it with a picture, without turning its colors. */
  load: (name: Name, image: ImageBitmap) => void;
  /** Makes smaller copies of what stands in it, for wide looks. */
  shrink: (name: Name) => void;
  program: (fragment: string, vertex: string) => Program;
  /** Goes on with a program, these values and a texture to draw into; without one, the canvas. */
  into: (target: Name | null, program: Program, values: Record<string, Value>) => void;
}

/** Null where the browser has no WebGL2, or cannot draw into halves. */
export function drawingOn(canvas: HTMLCanvasElement): Drawing | null {
  const gl = canvas.getContext("webgl2", {
    alpha: false,
    antialias: false,
    depth: false,
    powerPreference: "low-power",
    preserveDrawingBuffer: true,
  });
  if (!gl || gl.isContextLost()) return null;
  if (!gl.getExtension("EXT_color_buffer_float") && !gl.getExtension("EXT_color_buffer_half_float")) return null;
  const textures = new Map<Name, WebGLTexture>();
  const sizes = new Map<Name, Size>();
  const frames = new Map<Name, WebGLFramebuffer>();
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);

  function begin(name: Name) {
    const texture = textures.get(name) ?? gl?.createTexture();
    if (!gl || !texture) return;
    textures.set(name, texture);
    gl.activeTexture(gl.TEXTURE0 + UNITS.indexOf(name));
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  function frameOf(name: Name) {
    const known = frames.get(name);
    if (known) return known;
    const frame = gl?.createFramebuffer() as WebGLFramebuffer;
    gl?.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl?.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, textures.get(name) ?? null, 0);
    frames.set(name, frame);
    return frame;
  }

  return {
    gl,
    make(name, size, depth, bytes) {
      begin(name);
      sizes.set(name, size);
      const [held, channels, type] = {
        bytes: [gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE] as const,
        byte: [gl.R8, gl.RED, gl.UNSIGNED_BYTE] as const,
        halves: [gl.RGBA16F, gl.RGBA, gl.HALF_FLOAT] as const,
      }[depth];
      gl.texImage2D(gl.TEXTURE_2D, 0, held, ...size, 0, channels, type, bytes ?? null);
    },
    load(name, image) {
      begin(name);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    },
    shrink(name) {
      gl.activeTexture(gl.TEXTURE0 + UNITS.indexOf(name));
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST);
      gl.generateMipmap(gl.TEXTURE_2D);
    },
    program: (fragment, vertex) => compiled(gl, fragment, vertex),
    into(target, { handle, at }, values) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, target && frameOf(target));
      gl.viewport(0, 0, ...((target && sizes.get(target)) ?? ([canvas.width, canvas.height] as const)));
      // biome-ignore lint/correctness/useHookAtTopLevel: of WebGL, not of React
      gl.useProgram(handle);
      for (const [name, value] of Object.entries(values)) set(gl, at(name), value);
    },
  };
}

function set(gl: WebGL2RenderingContext, place: WebGLUniformLocation | null, value: Value) {
  if (typeof value === "number") gl.uniform1f(place, value);
  else if (value.length === 2) gl.uniform2fv(place, value as number[]);
  else gl.uniformMatrix3fv(place, false, value as number[]);
}

function compiled(gl: WebGL2RenderingContext, fragment: string, vertex: string): Program {
  const handle = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) continue;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(handle, shader);
  }
  gl.linkProgram(handle);
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS) && !gl.isContextLost()) {
    const logs = gl.getAttachedShaders(handle)?.map((shader) => gl.getShaderInfoLog(shader));
    throw new Error([gl.getProgramInfoLog(handle), ...(logs ?? [])].join("\n"));
  }
  const at = (name: string) => gl.getUniformLocation(handle, name);
  // biome-ignore lint/correctness/useHookAtTopLevel: of WebGL, not of React
  gl.useProgram(handle);
  for (const [unit, name] of UNITS.entries()) gl.uniform1i(at(name), unit);
  return { handle, at };
}
