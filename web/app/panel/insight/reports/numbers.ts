// How columns of numbers look in the tables of reports.

export const NUMBER = "whitespace-nowrap px-3 text-right tabular-nums";
/** In several lines: the words are longer than the numbers, and more columns are seen at once. */
export const NUMBER_HEAD = "whitespace-normal text-balance px-3 text-right align-bottom";
