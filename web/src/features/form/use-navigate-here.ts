import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';

/** `useNavigate` for what follows an answer: who has left by the time it comes is led nowhere. */
export function useNavigateHere(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const lead = async (to: Parameters<typeof navigate>[0]) => {
    if (isHere.current) await navigate(to);
  };
  return useCallback(lead as typeof navigate, [navigate]);
}
