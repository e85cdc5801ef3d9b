// What the site gives the studio: the company's name, what a length costs, and the way to a quote.
import { useState } from "react";
import { pageData } from "~/api/page-data";
import { planIn } from "~/studio/plan";
import type { Price } from "~/studio/price";
import { type Asked, Studio as Sheet } from "~/studio/sheet";
import { askedScheme } from "../live/use-scheme";
import type { Property } from "../quote/draft";
import { estimateOfDrawn } from "../quote/estimate";
import { openQuote } from "../quote/open";
import { carry } from "./carried";
import type { Address } from "./open-studio";

interface StudioProps {
  address: Address;
  property: Property;
  onClose: () => void;
}

const askedBy = ({ house, hash }: Address): Asked => ({
  house,
  scheme: askedScheme(),
  plan: hash.length > 1 ? (planIn(hash) ?? "broken") : null,
});

export default function Studio({ address, property, onClose }: StudioProps) {
  const [asked] = useState(() => askedBy(address));
  const facts = pageData?.facts;
  const price: Price = (feet, stories, coverage) =>
    facts ? estimateOfDrawn({ propertyType: property, coverage, stories }, feet, facts) : { low: 0, high: 0 };
  return (
    <Sheet
      asked={asked}
      brand={facts?.brand ?? ""}
      price={price}
      onClose={onClose}
      onQuote={(carried) => {
        carry(carried);
        onClose();
        openQuote(property);
      }}
    />
  );
}
