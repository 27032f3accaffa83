import { type MutateOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useServices } from './services';
import { intentsOf } from './intents-of';

/**
 * A mutation that acts once per intent of the user: double clicks and held keys send it once, and it keeps its idempotency key until the
 * server has given a definite answer. Everything that spends, gives or creates secrets uses it.
 *
 * @param name tells this action from others with the same input
 */
export function useIntent<Result, Input = void>(
  name: string,
  send: (input: Input, idempotencyKey: string) => Promise<Result>,
  options: Omit<UseMutationOptions<Result, Error, Input>, 'mutationFn'> = {},
) {
  const { api, session } = useServices();
  const contentOf = (input: Input) => [session.getState().user?.id, name, input];
  const { mutate, mutateAsync, ...mutation } = useMutation<Result, Error, Input>({
    ...options,
    mutationFn: (input: Input) => intentsOf(api).run(contentOf(input), (key) => send(input, key)),
  });
  return {
    ...mutation,
    /** Does nothing if this press repeats the last one. */
    mutate: (input: Input, callbacks?: MutateOptions<Result, Error, Input>): void => {
      if (!intentsOf(api).isRepeated(contentOf(input))) mutate(input, callbacks);
    },
    /** Resolves at once, to undefined, if this press repeats the last one. */
    mutateAsync: async (input: Input): Promise<Result | undefined> =>
      intentsOf(api).isRepeated(contentOf(input)) ? undefined : mutateAsync(input),
  };
}
