import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { textQuery } from './api';
import { TextForm } from './text-form';

/** The text of the address. */
export function TextPage() {
  const { textSlug } = useParams({ strict: false });
  const { data: text } = useSuspenseQuery(textQuery(textSlug ?? ''));
  return <TextForm key={text.slug} text={text} />;
}
