import { createFileRoute, redirect } from '@tanstack/react-router';
import { enterAs, takeCode } from '~/app/enter-as';
import { JwtAdminPage } from '~/features/acting/jwt-admin-page';

export const Route = createFileRoute('/service/jwtAdmin')({
  staticData: { access: 'public', title: 'Act as a user', acts: true },
  validateSearch: (search: Record<string, unknown>): { jwt_token?: string } =>
    typeof search.jwt_token === 'string' ? { jwt_token: search.jwt_token } : {},
  // The code leaves the address before it is used, so that it is in no history and no screenshot.
  beforeLoad: async ({ search, preload }) => {
    if (preload) return;
    if (takeCode(search.jwt_token)) throw redirect({ to: '/service/jwtAdmin', search: {}, replace: true });
    if (await enterAs()) throw redirect({ to: '/', replace: true });
  },
  component: JwtAdminPage,
});
