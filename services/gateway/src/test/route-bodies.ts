/** Routes that accept only a form. */
export const FORMS = ['POST /api/uploads', 'POST /api/verify', 'POST /api/generate-image-video', 'POST /api/restore'];

/** Routes that accept a form or JSON. */
export const FORMS_OR_JSON = ['POST /v1/videos', 'POST /v1/images', 'POST /v1/images/edits', 'POST /v1/restorations'];

/** Routes that accept only a part of a file. */
export const PARTS = ['PATCH /api/uploads/resumable/:id', 'PUT /runner/v1/jobs/:id/output'];
export const PART_TYPE = 'application/offset+octet-stream';
