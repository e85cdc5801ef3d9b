// The choice of a category, with everything first.
import { ToggleButton } from "./toggle-button";

interface FilterProps<Category extends string> {
  label: string;
  all: string;
  categories: readonly Category[];
  /** Null is everything. */
  chosen: Category | null;
  onChoose: (category: Category | null) => void;
}

export function CategoryFilter<Category extends string>({
  label,
  all,
  categories,
  chosen,
  onChoose,
}: FilterProps<Category>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={label} className="flex flex-wrap gap-2 noscript:hidden">
      <ToggleButton pressed={chosen === null} onPress={() => onChoose(null)}>
        {all}
      </ToggleButton>
      {categories.map((category) => (
        <ToggleButton key={category} pressed={chosen === category} onPress={() => onChoose(category)}>
          {category}
        </ToggleButton>
      ))}
    </div>
  );
}
