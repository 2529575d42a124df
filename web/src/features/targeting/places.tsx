import { type ChosenPlaces, placesText, usePlaceNames } from './names';

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
