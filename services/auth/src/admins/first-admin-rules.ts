import { type EnvironmentRule, isPlaceholder } from '@luit/platform/security/production-rules';
import { passwordWeakness } from '../passwords/password-policy';

/** Of NIST SP 800-63B-4, 3.1.1.2: 15 where a password is the only factor; 12 with the limits on attempts of ours. */
const SHORTEST = 12;

/** What an operator's password must not be, in words for whoever sets it; add a check here and production mode has it. */
const FAULTS: [isFault: (password: string, email: string) => boolean, says: string][] = [
  [(password) => isPlaceholder(password), 'still holds a placeholder'],
  [(password) => password.length < SHORTEST, `is shorter than ${SHORTEST} characters`],
  [(password) => new Set(password).size < SHORTEST / 2, 'repeats a few characters'],
  [(password, email) => email !== '' && password.toLowerCase().includes(email.toLowerCase()), 'is the address'],
  [(password, email) => password.toLowerCase().startsWith(`${email.split('@')[0]?.toLowerCase()}@`), 'is an address'],
];

/** The first operator's password opens everything, so production mode refuses one that can be guessed. */
export const firstAdminPassword: EnvironmentRule = ({ ADMIN_PASSWORD, ADMIN_EMAIL = '' }) => {
  if (!ADMIN_PASSWORD) return [];
  return FAULTS.filter(([isFault]) => isFault(ADMIN_PASSWORD, ADMIN_EMAIL)).map(
    ([, says]) => `ADMIN_PASSWORD: ${says}; make one with openssl rand -base64 18`,
  );
};

export const bothOrNeither: EnvironmentRule = ({ ADMIN_EMAIL, ADMIN_PASSWORD }) =>
  Boolean(ADMIN_EMAIL) === Boolean(ADMIN_PASSWORD) ? [] : ['ADMIN_EMAIL, ADMIN_PASSWORD: set both or neither'];

/** In every mode: a password that auth refuses to a customer is refused to the first operator too. */
export const acceptableToAuth: EnvironmentRule = ({ ADMIN_PASSWORD, ADMIN_EMAIL = '' }) => {
  const weakness = ADMIN_PASSWORD && passwordWeakness(ADMIN_PASSWORD, ADMIN_EMAIL);
  return weakness ? [`ADMIN_PASSWORD: ${weakness}`] : [];
};
