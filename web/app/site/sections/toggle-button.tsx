// One of a few choices that lie side by side, pressed or not.
interface ToggleButtonProps {
  pressed: boolean;
  onPress: () => void;
  children: string;
}

export function ToggleButton({ pressed, onPress, children }: ToggleButtonProps) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onPress} className="chip">
      {children}
    </button>
  );
}
