/** Whether a file is a picture or the like, by its name: nobody looks into it, and there may be many. */
export function isBinaryName(path: string): boolean {
  return BINARY.test(path)
}

const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|wasm|node|pyc|woff2?|ttf|otf|eot|mp[34]|m4a|mov|avi|webm|ogg|wav|flac|sqlite3?|db|parquet|bin|dat|pack|idx|psd|onnx|pt|pth|h5|npy|npz|safetensors)$/i
