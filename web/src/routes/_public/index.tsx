import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { HomePage } from '~/features/public/home-page';

const text = z.optional(z.catch(z.string(), ''));
// Marketing addresses lead here with where the visitor came from: it stays in the address.
const search = z.object({ redirect_to: text, source: text, medium: text, campaign: text });

export const Route = createFileRoute('/_public/')({
  validateSearch: search,
  component: HomePage,
});
