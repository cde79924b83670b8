import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../components/notice.tsx';
import { ApiFailure } from './client.ts';
import { violationWords } from './form-errors.ts';

export interface Action<Args, Answer> {
  readonly run: (args: Args) => void;
  readonly runAsync: (args: Args) => Promise<Answer>;
  readonly busy: boolean;
  readonly failure: ApiFailure | undefined;
  /** What went wrong, in words: the service's, or those of what failed before it was asked. */
  readonly problem: string | undefined;
  /** What the service said about one property, `name` or `flow.sections[0].title`. */
  readonly errorAt: (path: string) => string | undefined;
  readonly reset: () => void;
}

export interface ActionOptions<Args, Answer> {
  /** The toast after it succeeded. */
  readonly done?: string | ((answer: Answer, args: Args) => string);
  /** Queries to refetch. */
  readonly invalidates?: readonly QueryKey[];
  readonly onDone?: (answer: Answer, args: Args) => void;
  /** The page shows the failure itself. */
  readonly isQuiet?: boolean;
}

/** An action of the user: sends a request, then shows a toast with the success or the failure. */
export function useAction<Args, Answer>(
  send: (args: Args) => Promise<Answer>,
  { done, invalidates = [], onDone, isQuiet = false }: ActionOptions<Args, Answer> = {},
): Action<Args, Answer> {
  const say = useToast();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (answer, args) => {
      for (const queryKey of invalidates) void queries.invalidateQueries({ queryKey });
      if (done !== undefined) say({ words: typeof done === 'string' ? done : done(answer, args) });
      onDone?.(answer, args);
    },
    onError: (error) => {
      // An expired session has its own dialog, and violations are shown at their fields.
      if (isQuiet || (error instanceof ApiFailure && error.status === 401)) return;
      say({ words: error.message, tone: 'bad' });
    },
  });
  const failure = mutation.error instanceof ApiFailure ? mutation.error : undefined;
  return {
    run: (args) => mutation.mutate(args),
    runAsync: (args) => mutation.mutateAsync(args),
    busy: mutation.isPending,
    failure,
    problem: mutation.error?.message,
    errorAt: (path) => {
      const found = failure?.violations.find((one) => one.path === path);
      return found && violationWords(found);
    },
    reset: mutation.reset,
  };
}
