import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the part of the page still stands, when an answer comes. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
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
