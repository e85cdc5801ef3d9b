// What the site gives the studio: the company's name, what a length costs, and the way to a quote.
import { useState } from "react";
import { pageData } from "~/api/page-data";
import { planIn } from "~/studio/plan";
import type { Price } from "~/studio/price";
import { type Asked, Studio as Sheet } from "~/studio/sheet";
import { askedScheme } from "../live/use-scheme";
import type { Property } from "../quote/draft";
import { estimate } from "../quote/estimate";
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
  const price: Price = ([low, high], stories, coverage) => {
    if (!facts) return [0, 0];
    const of = (feet: number) => estimate({ propertyType: property, coverage, stories, feet }, facts);
    return [of(low).low, of(high).high];
  };
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
