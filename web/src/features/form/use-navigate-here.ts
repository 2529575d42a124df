import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the part of the page still stands where it stood, when an answer comes: the parts of a page stay when it goes on to
 * another thing of the same kind, at another address. What asks is to be what was drawn when the question was put.
 */
export function useIsHere(): () => boolean {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  const stands = useRef(false);
  useEffect(() => {
    stands.current = true;
    return () => {
      stands.current = false;
    };
  }, []);
  return useCallback(() => stands.current && router.state.location.pathname === pathname, [router, pathname]);
}

/** `useNavigate` for what follows an answer: who has left by the time it comes is led nowhere. */
export function useNavigateHere(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const lead = async (to: Parameters<typeof navigate>[0]) => {
    if (isHere()) await navigate(to);
  };
  return useCallback(lead as typeof navigate, [navigate, isHere]);
}
