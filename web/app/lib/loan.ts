// What a loan costs, by standard amortization: equal payments at the end of each month.

export interface Loan {
  /** Dollars. */
  amount: number;
  /** Percent a year. */
  apr: number;
  months: number;
}

export interface LoanCost {
  /** Dollars a month, to the cent. */
  payment: number;
  /** Dollars over the whole term: the exact payment times the months, then rounded to the cent. */
  total: number;
  interest: number;
}

const cents = (value: number) => Math.round(value * 100) / 100;

export function loanCost({ amount, apr, months }: Loan): LoanCost {
  const rate = apr / 100 / 12;
  const exact = rate === 0 ? amount / months : (amount * rate) / (1 - (1 + rate) ** -months);
  const total = cents(exact * months);
  return { payment: cents(exact), total, interest: cents(total - amount) };
}
