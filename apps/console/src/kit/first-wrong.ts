import { type RefObject, useEffect, useRef } from 'react';
import type { ApiFailure } from '../api/client.ts';

/** Leads whoever pressed the button to the first control that is wrong: it may stand far above. For a part of the form. */
export function useFirstWrong(failure: ApiFailure | undefined): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) part.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return part;
}
