import type { Video } from '../resources';

export function testVideo(status: Video['status'], sequence = 0): Video {
  const luit = {
    credits: 18,
    money: 'held' as const,
    queue_position: null,
    eta_seconds: 5,
    canceled: false,
    seed: null,
  };
  return {
    ...{ id: 'v-1', object: 'video', status, progress: 0, created_at: 1_793_491_200, completed_at: null },
    ...{ expires_at: null, error: null, prompt: 'a river', model: 'seedance', seconds: '5', size: null },
    remixed_from_video_id: null,
    luit: { ...luit, api_key_id: 'k-1', metadata: {}, sequence, taken_down: false, set: null, test: false },
  };
}
