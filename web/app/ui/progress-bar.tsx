// How far something is.
interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
}

// Browsers draw the track in a gray that reads as full.
export const ProgressBar = ({ label, value, max }: ProgressBarProps) => (
  <progress
    className="h-2 w-full appearance-none overflow-hidden rounded-full bg-control/40 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary"
    aria-label={label}
    value={value}
    max={Math.max(max, 1)}
  />
);
