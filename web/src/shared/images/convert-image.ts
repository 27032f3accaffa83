const QUALITY = 0.92;

/** The picture as JPEG; null if this browser cannot open it. */
export async function toJpeg(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  const name = file.name.replace(/\.\w+$/, '.jpg');
  return jpeg && new File([jpeg], name, { type: 'image/jpeg', lastModified: file.lastModified });
}
