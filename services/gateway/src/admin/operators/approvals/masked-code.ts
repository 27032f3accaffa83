/** Shown instead of a promotional code, which anyone who reads it could redeem. */
export const MASKED_CODE = '••••';
