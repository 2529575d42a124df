import { SearchParamError } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { ApiError } from '~/api/problem';
import { UnknownMiddleware } from '~/lib/access';
import { type ErrorKind, errorFacts } from './kind';

it('chooses the page by the status, 500 where none is told', () => {
  const problem = (status: number, type = 'about:blank') => new ApiError({ status, type });
  const table: [unknown, ErrorKind, number][] = [
    [problem(404), 'not_found', 404],
    [problem(401), 'not_found', 401],
    [problem(403), 'not_found', 403],
    [problem(403, 'second_factor_required'), 'second_factor', 403],
    [problem(422), 'unprocessable', 422],
    [problem(429), 'busy', 429],
    [problem(500), 'failed', 500],
    [problem(503), 'failed', 503],
    [problem(0), 'offline', 0],
    [new SearchParamError('no page'), 'not_found', 404],
    [new UnknownMiddleware(), 'failed', 500],
    [new TypeError('x is undefined'), 'failed', 500],
    [new Error('Cannot find module'), 'failed', 500],
    ['text', 'failed', 500],
    [undefined, 'failed', 500],
  ];
  for (const [error, kind, status] of table)
    expect(errorFacts(error, true), String(error)).toMatchObject({ kind, status });
});

it('takes a missing part of the application for a lost connection when there is none', () => {
  expect(errorFacts(new Error('Cannot find module /assets/x.js'), false).kind).toBe('offline');
  expect(errorFacts(new TypeError('x is undefined'), false).kind).toBe('failed');
});
