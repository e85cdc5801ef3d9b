// The arrow keys, as steps on a board.

export type Stride = [across: number, down: number];

const STRIDES: Record<string, Stride> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The step of an arrow key that is pressed alone; none of any other. */
export const strideOf = ({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Stride | undefined =>
  shiftKey || ctrlKey || metaKey || altKey ? undefined : STRIDES[key];
