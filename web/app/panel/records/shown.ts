// How the fields of a record and their values are told to people.
import { words } from "~/lib/people";
import { useNames } from "../people/queries";

const LONGEST = 80;
const PEOPLE = ["assignedTo", "createdBy"];
const CODES = ["status", "priority", "role", "category"];

/** "scheduledDate" -> "Scheduled date". */
export function fieldName(name: string): string {
  const spaced = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A field's value as a short text; people by their names, codes by their words. */
export function useShown(): (field: string, value: unknown) => string {
  const nameOf = useNames();
  return (field, value) => {
    if (value === null || value === undefined || value === "") return "nothing";
    if (PEOPLE.includes(field)) return nameOf(String(value));
    if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? "item" : "items"}`;
    const text = CODES.includes(field) ? words(String(value)) : String(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  };
}
