import type { SafetySettings } from '@luit/contracts/generation/safety';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../lib/services';

export const SAFETY_KEY = ['safety'];

/** Saves a part of the safety settings. @param path below `/api/admin/safety` */
export function useSaveSafety(path: string, onSaved: () => void) {
  const { client } = useServices();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: object) => client.send<SafetySettings>('PUT', `/api/admin/safety/${path}`, change),
    onSuccess: async (settings) => {
      toast.success('Settings saved');
      onSaved();
      cache.setQueryData(SAFETY_KEY, settings);
      await cache.invalidateQueries({ queryKey: SAFETY_KEY });
    },
  });
}
