"""Reads Equipoise's bucket and strategy files and bundles with NumPy alone.

docs/reference/file-formats.md says what every byte means.

    python3 equipoise_files.py FILE            what the file is, and its arrays
    python3 equipoise_files.py FILE NODE       of a strategy or bundle: that decision's parts, [bucket][action], as JSON
"""
import ctypes, ctypes.util, json, sys
import numpy as np

ELEMENTS = {"u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8", "f32": "<f4", "f64": "<f8", "bytes": "u1"}


class File:
    """A container: `header` as in its text, `arrays[name]` mapped; of a bundle, the file `packed` in it."""

    def __init__(self, path, kind=None, packed="strategy"):
        self.read(path, np.memmap(path, dtype="u1", mode="r"))
        if kind and self.header["kind"] == "bundle":
            self.read(path, np.frombuffer(unpacked(bytes(self.arrays[packed])), "u1"))
        if kind and self.header["kind"] != kind:
            raise ValueError(f"{path}: expected {kind}, found {self.header['kind']}")

    def read(self, path, raw):
        if bytes(raw[:8]) != b"EQUIPOIS" or int(raw[8:12].view("<u4")[0]) != 1:
            raise ValueError(f"{path}: no Equipoise file of version 1")
        self.header = json.loads(bytes(raw[16:16 + int(raw[12:16].view("<u4")[0])]))
        cut = lambda section: raw[section["offset"]:section["offset"] + section["bytes"]]
        self.arrays = {section["name"]: cut(section).view(ELEMENTS[section["element"]]).reshape(section["shape"])
                       for section in self.header["sections"]}


class Strategy(File):
    """A strategy: `parts(node)` gives whole parts of 2^bits - 1 for every bucket and action of a decision."""

    def __init__(self, path):
        super().__init__(path, "strategy")
        self.bits = self.header["meta"]["bits"]

    def parts(self, node):
        rounds, _, actions = (int(number) for number in self.arrays["nodes"][node])
        buckets, free = self.header["meta"]["buckets_per_round"][rounds], actions - 1
        begin, end = (int(offset) for offset in self.arrays["block_offsets"][node:node + 2])
        content = unpacked(bytes(self.arrays["marked_blocks"][begin:end]))
        cells = free * buckets
        marked = np.frombuffer(content[:-(-cells // 4)], "u1")
        marks = (marked[:, None] >> np.array([0, 2, 4, 6])).reshape(-1)[:cells].reshape(buckets, free) & 3
        numbers, taken = self.numbers(content[len(marked):], int((marks == 2).sum())), 0
        left = np.full(buckets, 2 ** self.bits - 1, dtype=np.int64)
        parts = np.zeros((buckets, actions), dtype=np.int64)
        for action in range(free):
            between = marks[:, action] == 2
            parts[marks[:, action] == 1, action] = left[marks[:, action] == 1]
            parts[between, action] = numbers[taken:taken + between.sum()]
            taken += int(between.sum())
            left -= parts[:, action]
        parts[:, free] = left
        return parts

    def numbers(self, content, count):
        stored = np.frombuffer(content, "u1").astype(np.int64)
        if self.bits == 4:
            return np.stack([stored & 15, stored >> 4], axis=1).reshape(-1)[:count]
        return stored if self.bits == 8 else stored[:count] * 256 + stored[count:]


def unpacked(frames):
    """Zstandard frames one behind another (Python 3.14's own module, else the system's library)."""
    try:
        from compression import zstd
        return zstd.decompress(frames)
    except ImportError:
        library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    for function, result in ("getFrameContentSize", ctypes.c_ulonglong), ("findFrameCompressedSize", ctypes.c_size_t), (
            "decompress", ctypes.c_size_t):
        getattr(library, "ZSTD_" + function).restype = result
    content = b""
    while frames:
        size = library.ZSTD_getFrameContentSize(frames, ctypes.c_size_t(len(frames)))
        here = library.ZSTD_findFrameCompressedSize(frames, ctypes.c_size_t(len(frames)))
        if size > 1 << 32 or here > len(frames):
            raise ValueError("a block is no Zstandard frame")
        target = ctypes.create_string_buffer(size or 1)
        if library.ZSTD_decompress(target, ctypes.c_size_t(size), frames, ctypes.c_size_t(here)) != size:
            raise ValueError("a block is damaged")
        content, frames = content + target.raw[:size], frames[here:]
    return content


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(Strategy(sys.argv[1]).parts(int(sys.argv[2])).tolist()))
    else:
        file = File(sys.argv[1])
        shapes = {name: [array.dtype.name, list(array.shape),
                         int(array.astype("u8").sum()) if array.dtype.kind == "u" else float(array.astype("f8").sum())]
                  for name, array in file.arrays.items()}
        print(json.dumps({"kind": file.header["kind"], "recipe": file.header["recipe"], "arrays": shapes}))
