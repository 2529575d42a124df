import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '~/features/auth/login-page';
import { loginSearch } from '~/features/auth/search';

export const Route = createFileRoute('/_auth/account/login')({ validateSearch: loginSearch, component: LoginPage });
