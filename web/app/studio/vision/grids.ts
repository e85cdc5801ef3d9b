// Arithmetic on grids of numbers, row by row from the top left: means, sizes, and a blur that keeps edges.

export const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Any grid: fractions, bytes. */
export type Grid = Float32Array | Uint8Array | Uint8ClampedArray;

/** Means over squares that reach `r` to each side; what lies outside counts as its border. */
export function blurred(grid: Grid, width: number, height: number, r: number): Float32Array {
  const rows = sumsOfRows(grid, width, height, r);
  const out = new Float32Array(width * height);
  const sums = new Float32Array(width);
  const share = 1 / (2 * r + 1) ** 2;
  for (let y = -r; y <= r; y++) {
    const from = clamp(y, 0, height - 1) * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (rows[from + x] as number);
  }
  for (let y = 0; y < height; y++) {
    const next = Math.min(height - 1, y + r + 1) * width;
    const last = Math.max(0, y - r) * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x] as number;
      out[y * width + x] = sum * share;
      sums[x] = sum + (rows[next + x] as number) - (rows[last + x] as number);
    }
  }
  return out;
}

function sumsOfRows(grid: Grid, width: number, height: number, r: number): Float32Array {
  const out = new Float32Array(width * height);
  for (let row = 0; row < width * height; row += width) {
    let sum = 0;
    for (let x = -r; x <= r; x++) sum += grid[row + clamp(x, 0, width - 1)] as number;
    for (let x = 0; x < width; x++) {
      out[row + x] = sum;
      sum += (grid[row + Math.min(width - 1, x + r + 1)] as number) - (grid[row + Math.max(0, x - r)] as number);
    }
  }
  return out;
}

/** Made smaller; each cell is the mean of those it stands for. */
export function shrunk(grid: Grid, width: number, height: number, toWidth: number, toHeight: number): Float32Array {
  const out = new Float32Array(toWidth * toHeight);
  for (let y = 0; y < toHeight; y++) {
    const top = Math.floor((y * height) / toHeight);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / toHeight));
    for (let x = 0; x < toWidth; x++) {
      const left = Math.floor((x * width) / toWidth);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / toWidth));
      let sum = 0;
      for (let v = top; v < bottom; v++) for (let u = left; u < right; u++) sum += grid[v * width + u] as number;
      out[y * toWidth + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return out;
}

/** How a small grid is read at places of a large one, with soft steps between its cells. */
export function reader(grid: Grid, width: number, height: number, ofWidth: number, ofHeight: number) {
  const [across, down] = [width / ofWidth, height / ofHeight];
  return (x: number, y: number) => {
    const u = clamp((x + 0.5) * across - 0.5, 0, width - 1);
    const v = clamp((y + 0.5) * down - 0.5, 0, height - 1);
    const at = (v | 0) * width + (u | 0);
    const right = u < width - 1 ? 1 : 0;
    const below = v < height - 1 ? width : 0;
    const a = u - (u | 0);
    const b = v - (v | 0);
    const top = (grid[at] as number) * (1 - a) + (grid[at + right] as number) * a;
    const bottom = (grid[at + below] as number) * (1 - a) + (grid[at + below + right] as number) * a;
    return top * (1 - b) + bottom * b;
  };
}

/** The guided filter by itself (He, Sun, Tang): blurs what varies less than `spread`, and keeps the edges of what varies more. */
export function evened(grid: Float32Array, width: number, height: number, r: number, spread: number): Float32Array {
  const mean = blurred(grid, width, height, r);
  const squares = blurred(
    grid.map((value) => value * value),
    width,
    height,
    r,
  );
  const steep = new Float32Array(grid.length);
  const base = new Float32Array(grid.length);
  for (let i = 0; i < grid.length; i++) {
    const m = mean[i] as number;
    const variance = Math.max(0, (squares[i] as number) - m * m);
    steep[i] = variance / (variance + spread);
    base[i] = m * (1 - (steep[i] as number));
  }
  const a = blurred(steep, width, height, r);
  const b = blurred(base, width, height, r);
  return grid.map((value, i) => value * (a[i] as number) + (b[i] as number));
}
