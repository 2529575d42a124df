//! System calls by their numbers. The layer must not call the functions that it replaces.

use libc::{c_int, c_long};
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// The longest path that is read back.
const PATH_BYTES_MAX: usize = 4096;

/// A file or folder, apart from all that had its inode number before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    pub(crate) inode: u64,
    born_s: i64,
    born_ns: u32,
}

/// What is asked of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) identity: Identity,
    pub(crate) size: u64,
    pub(crate) is_dir: bool,
    pub(crate) is_file: bool,
}

fn c_path(path: &Path) -> Option<CString> {
    CString::new(path.as_os_str().as_bytes()).ok()
}

fn facts(fd: c_int, path: &CString, flags: c_int) -> Option<Facts> {
    // SAFETY: statx fills a structure of its own size, and zeros are a valid value of it.
    let mut found: libc::statx = unsafe { std::mem::zeroed() };
    let mask = libc::STATX_BASIC_STATS | libc::STATX_BTIME;
    // SAFETY: all pointers are valid for the call.
    let result = unsafe { libc::syscall(libc::SYS_statx, fd, path.as_ptr(), flags, mask, &raw mut found) };
    let kind = u32::from(found.stx_mode) & libc::S_IFMT;
    (result == 0).then_some(Facts {
        identity: Identity { inode: found.stx_ino, born_s: found.stx_btime.tv_sec, born_ns: found.stx_btime.tv_nsec },
        size: found.stx_size,
        is_dir: kind == libc::S_IFDIR,
        is_file: kind == libc::S_IFREG,
    })
}

pub(crate) fn facts_of_fd(fd: c_int) -> Option<Facts> {
    facts(fd, &CString::default(), libc::AT_EMPTY_PATH)
}

pub(crate) fn facts_of(path: &Path) -> Option<Facts> {
    facts(libc::AT_FDCWD, &c_path(path)?, libc::AT_SYMLINK_NOFOLLOW)
}

/// The present path of an open file.
pub(crate) fn path_of_fd(fd: c_int) -> Option<PathBuf> {
    let link = CString::new(format!("/proc/self/fd/{fd}")).ok()?;
    let mut buffer = [0u8; PATH_BYTES_MAX];
    // SAFETY: the buffer is as long as told.
    let length = unsafe {
        libc::syscall(libc::SYS_readlinkat, libc::AT_FDCWD, link.as_ptr(), buffer.as_mut_ptr(), buffer.len())
    };
    let bytes = buffer.get(..usize::try_from(length).ok()?)?;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

pub(crate) fn open(path: &Path, flags: c_int) -> Option<c_int> {
    let path = c_path(path)?;
    let flags = flags | libc::O_CLOEXEC;
    // SAFETY: the path is valid for the call.
    let fd = unsafe { libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), flags, 0o600) };
    (fd >= 0).then_some(fd as c_int)
}

pub(crate) fn close(fd: c_int) {
    // SAFETY: the layer closes only what it has opened.
    unsafe { libc::syscall(libc::SYS_close, fd) };
}

/// Reads at an offset; the number of bytes, 0 at the end and on errors.
pub(crate) fn read_at(fd: c_int, buffer: &mut [u8], offset: u64) -> usize {
    // SAFETY: the buffer is as long as told.
    let read = unsafe { libc::syscall(libc::SYS_pread64, fd, buffer.as_mut_ptr(), buffer.len(), offset as i64) };
    usize::try_from(read).unwrap_or(0)
}

/// Writes all at an offset.
pub(crate) fn write_at(fd: c_int, mut bytes: &[u8], mut offset: u64) -> bool {
    while !bytes.is_empty() {
        // SAFETY: the buffer is as long as told.
        let wrote = unsafe { libc::syscall(libc::SYS_pwrite64, fd, bytes.as_ptr(), bytes.len(), offset as i64) };
        let Some(rest) = usize::try_from(wrote).ok().filter(|wrote| *wrote > 0).and_then(|n| bytes.get(n..)) else {
            return false;
        };
        bytes = rest;
        offset += wrote as u64;
    }
    true
}

pub(crate) fn set_size(fd: c_int, size: u64) {
    // SAFETY: takes numbers only.
    unsafe { libc::syscall(libc::SYS_ftruncate, fd, size as i64) };
}

/// Where the next write of an open file goes.
pub(crate) fn place(fd: c_int) -> Option<u64> {
    // SAFETY: takes numbers only.
    let place: c_long = unsafe { libc::syscall(libc::SYS_lseek, fd, 0, libc::SEEK_CUR) };
    u64::try_from(place).ok()
}

pub(crate) fn make_dir(path: &Path) {
    if let Some(path) = c_path(path) {
        // SAFETY: the path is valid for the call. That the folder exists already is no error here.
        unsafe { libc::syscall(libc::SYS_mkdirat, libc::AT_FDCWD, path.as_ptr(), 0o700) };
    }
}

pub(crate) fn rename(from: &Path, to: &Path) {
    if let (Some(from), Some(to)) = (c_path(from), c_path(to)) {
        let here = libc::AT_FDCWD;
        // SAFETY: the paths are valid for the call.
        unsafe { libc::syscall(libc::SYS_renameat2, here, from.as_ptr(), here, to.as_ptr(), 0) };
    }
}

/// The names in a folder, without `.` and `..`.
pub(crate) fn list(folder: &Path) -> Vec<Vec<u8>> {
    /// Bytes before the name in an entry: inode u64, offset i64, length u16, kind u8.
    const ENTRY_HEADER_BYTES: usize = 19;
    let mut names = Vec::new();
    let Some(fd) = open(folder, libc::O_RDONLY | libc::O_DIRECTORY) else { return names };
    let mut buffer = vec![0u8; 32 << 10];
    loop {
        // SAFETY: the buffer is as long as told.
        let read = unsafe { libc::syscall(libc::SYS_getdents64, fd, buffer.as_mut_ptr(), buffer.len()) };
        let Some(mut entries) = usize::try_from(read).ok().and_then(|read| buffer.get(..read)) else { break };
        if entries.is_empty() {
            break;
        }
        while let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, low, high, ..] = *entries {
            let length = usize::from(u16::from_le_bytes([low, high]));
            let Some((entry, rest)) = entries.split_at_checked(length) else { break };
            let name = entry.get(ENTRY_HEADER_BYTES..).unwrap_or_default();
            let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
            if !matches!(name, b"." | b".." | b"") {
                names.push(name.to_vec());
            }
            entries = rest;
        }
    }
    close(fd);
    names
}

/// The number in a small file.
pub(crate) fn read_number(path: &Path) -> Option<i64> {
    let fd = open(path, libc::O_RDONLY)?;
    let mut buffer = [0; 32];
    let read = read_at(fd, &mut buffer, 0);
    close(fd);
    std::str::from_utf8(buffer.get(..read)?).ok()?.trim().parse().ok()
}

/// What a failed call answers: -1, and this as the thread's error.
pub(crate) fn fail(error: c_int) -> c_int {
    // SAFETY: the place of the thread's own error number is always valid.
    unsafe { *libc::__errno_location() = error };
    -1
}
