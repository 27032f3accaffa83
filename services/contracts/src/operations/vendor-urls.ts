/** The addresses of the vendors. Verification and trials set the sandbox's addresses instead. */
export const VENDOR_URLS = {
  RAZORPAY_API_URL: 'https://api.razorpay.com',
  RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
  REPLICATE_API_URL: 'https://api.replicate.com',
  FAL_API_URL: 'https://queue.fal.run',
  ARK_API_URL: 'https://ark.ap-southeast.bytepluses.com/api/v3',
} as const;

/** fal has three servers. Elsewhere all three are below the base URL. */
export function falUrls(baseUrl: string): { queue: string; platform: string; keys: string } {
  if (baseUrl === VENDOR_URLS.FAL_API_URL) {
    const keys = 'https://rest.fal.ai/.well-known/jwks.json';
    return { queue: baseUrl, platform: 'https://api.fal.ai/v1', keys };
  }
  return { queue: `${baseUrl}/queue`, platform: `${baseUrl}/platform/v1`, keys: `${baseUrl}/.well-known/jwks.json` };
}
