import { z } from 'zod';
import { INVALID_QUARTER, QUARTER_PATTERN } from './quarters';

export const quarterInput = z.string(INVALID_QUARTER).regex(QUARTER_PATTERN, INVALID_QUARTER);
