import type { WorkflowGraph } from '../workflow-graph';

/** Wan 2.2 5B from an image, as ComfyUI exports its template. */
export const WAN_WORKFLOW: WorkflowGraph = {
  3: {
    class_type: 'KSampler',
    inputs: {
      ...{ seed: 898_471_028_164_125, steps: 20, cfg: 5, sampler_name: 'uni_pc', scheduler: 'simple', denoise: 1 },
      ...{ model: ['48', 0], positive: ['6', 0], negative: ['7', 0], latent_image: ['55', 0] },
    },
    _meta: { title: 'KSampler' },
  },
  6: {
    class_type: 'CLIPTextEncode',
    inputs: { text: 'Low contrast. In a retro 1970s-style subway station', clip: ['38', 0] },
    _meta: { title: 'CLIP Text Encode (Positive Prompt)' },
  },
  7: {
    class_type: 'CLIPTextEncode',
    inputs: { text: 'blurred, still, worst quality', clip: ['38', 0] },
    _meta: { title: 'CLIP Text Encode (Negative Prompt)' },
  },
  8: { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['39', 0] } },
  37: { class_type: 'UNETLoader', inputs: { unet_name: 'wan2.2_ti2v_5B_fp16.safetensors', weight_dtype: 'default' } },
  38: {
    class_type: 'CLIPLoader',
    inputs: { clip_name: 'umt5_xxl_fp8_e4m3fn_scaled.safetensors', type: 'wan', device: 'default' },
  },
  39: { class_type: 'VAELoader', inputs: { vae_name: 'wan2.2_vae.safetensors' } },
  48: { class_type: 'ModelSamplingSD3', inputs: { shift: 8, model: ['37', 0] } },
  55: {
    class_type: 'Wan22ImageToVideoLatent',
    inputs: { width: 1_280, height: 704, length: 121, batch_size: 1, vae: ['39', 0], start_image: ['56', 0] },
  },
  56: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  57: { class_type: 'CreateVideo', inputs: { fps: 24, images: ['8', 0] } },
  58: {
    class_type: 'SaveVideo',
    inputs: { filename_prefix: 'video/ComfyUI', format: 'auto', codec: 'auto', 'video-preview': '', video: ['57', 0] },
  },
};
