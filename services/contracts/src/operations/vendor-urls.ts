/** The addresses of the vendors. Verification and trials set the sandbox's addresses instead. */
export const VENDOR_URLS = {
  RAZORPAY_API_URL: 'https://api.razorpay.com',
  RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
  REPLICATE_API_URL: 'https://api.replicate.com',
  FAL_API_URL: 'https://queue.fal.run',
  ARK_API_URL: 'https://ark.ap-southeast.bytepluses.com/api/v3',
} as const;
