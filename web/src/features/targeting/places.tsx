import { type ChosenPlaces, placesText, usePlaceNames } from './names';

/** The same for a file, where regions and cities have numbers. */
export const placesInFile = (of: ChosenPlaces): string => placesText(of, { place: () => undefined });

/** Where something is shown, in short: the cell of a list. */
export function Places({ of }: { of: ChosenPlaces }) {
  const place = usePlaceNames(of);
  const text = placesText(of, { place });
  return (
    <span className="ell t2" title={text}>
      {text}
    </span>
  );
}
