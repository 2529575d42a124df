//! The replaced functions of the C library: exported, though no Rust code names them. Each makes the system call itself and tells the layer what it did.
//!
//! `open` and `fcntl` have a variable number of arguments in C; on the platforms of this crate a function with fixed
//! ones is called in the same way.

use crate::faults;
use crate::layer;
use crate::sys;
use libc::{c_char, c_int, c_long, c_void, clockid_t, iovec, mode_t, off64_t, size_t, ssize_t, timespec};

fn opened(fd: c_long, flags: c_int) -> c_int {
    if fd >= 0 {
        layer::opened(fd as c_int, flags);
    }
    fd as c_int
}

fn wrote(fd: c_int, offset: Option<off64_t>, bytes: c_long) -> ssize_t {
    if bytes > 0 && layer::is_watched(fd) {
        let from = match offset {
            Some(offset) => u64::try_from(offset).ok(),
            // The file's own place stands behind what was written, also when it appends.
            None => sys::place(fd).map(|place| place.saturating_sub(bytes as u64)),
        };
        if let Some(from) = from {
            layer::wrote(fd, from, bytes as u64);
        }
    }
    bytes as ssize_t
}

/// Whether a write must find a full disk.
fn is_full(fd: c_int) -> bool {
    layer::is_watched(fd) && faults::is_full()
}

/// Syncs by the system call of this number. The layer is told after the call, so that the data are in the file when they
/// are copied.
///
/// # Safety
/// The number must be that of a call that takes a descriptor and no pointers.
unsafe fn sync(fd: c_int, call: c_long) -> c_int {
    if layer::is_watched(fd) && faults::fails() {
        return sys::fail(libc::EIO);
    }
    // SAFETY: the caller says so.
    let result = unsafe { libc::syscall(call, fd) };
    if result == 0 && layer::is_watched(fd) {
        layer::synced(fd);
    }
    result as c_int
}

macro_rules! replaced {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),*) -> $result:ty $body:block)*) => {$(
        $(#[$doc])*
        /// # Safety
        /// As the function of the C library.
        #[expect(unreachable_pub, reason = "the loader finds it by its name")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $kind),*) -> $result {
            // SAFETY: the caller's arguments are passed on to the system as they are.
            unsafe { $body }
        }
    )*};
}

replaced! {
    /// open(2).
    fn open(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
        opened(libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path, flags, mode), flags)
    }
    /// open(2).
    fn open64(path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
        opened(libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path, flags, mode), flags)
    }
    /// openat(2).
    fn openat(folder: c_int, path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
        opened(libc::syscall(libc::SYS_openat, folder, path, flags, mode), flags)
    }
    /// openat(2).
    fn openat64(folder: c_int, path: *const c_char, flags: c_int, mode: mode_t) -> c_int {
        opened(libc::syscall(libc::SYS_openat, folder, path, flags, mode), flags)
    }
    /// close(2).
    fn close(fd: c_int) -> c_int {
        layer::closed(fd);
        libc::syscall(libc::SYS_close, fd) as c_int
    }
    /// fcntl(2): a copy of a watched descriptor is watched.
    fn fcntl(fd: c_int, command: c_int, argument: *mut c_void) -> c_int {
        let result = libc::syscall(libc::SYS_fcntl, fd, command, argument);
        if matches!(command, libc::F_DUPFD | libc::F_DUPFD_CLOEXEC) { opened(result, 0) } else { result as c_int }
    }
    /// fcntl(2): a copy of a watched descriptor is watched.
    fn fcntl64(fd: c_int, command: c_int, argument: *mut c_void) -> c_int {
        fcntl(fd, command, argument)
    }
    /// write(2).
    fn write(fd: c_int, bytes: *const c_void, count: size_t) -> ssize_t {
        if is_full(fd) { return sys::fail(libc::ENOSPC) as ssize_t }
        wrote(fd, None, libc::syscall(libc::SYS_write, fd, bytes, count))
    }
    /// writev(2).
    fn writev(fd: c_int, parts: *const iovec, count: c_int) -> ssize_t {
        if is_full(fd) { return sys::fail(libc::ENOSPC) as ssize_t }
        wrote(fd, None, libc::syscall(libc::SYS_writev, fd, parts, count))
    }
    /// pwrite(2).
    fn pwrite(fd: c_int, bytes: *const c_void, count: size_t, offset: off64_t) -> ssize_t {
        if is_full(fd) { return sys::fail(libc::ENOSPC) as ssize_t }
        wrote(fd, Some(offset), libc::syscall(libc::SYS_pwrite64, fd, bytes, count, offset))
    }
    /// pwrite(2).
    fn pwrite64(fd: c_int, bytes: *const c_void, count: size_t, offset: off64_t) -> ssize_t {
        if is_full(fd) { return sys::fail(libc::ENOSPC) as ssize_t }
        wrote(fd, Some(offset), libc::syscall(libc::SYS_pwrite64, fd, bytes, count, offset))
    }
    /// pwritev(2); the kernel takes the offset in two halves, the higher one unused on 64 bits.
    fn pwritev(fd: c_int, parts: *const iovec, count: c_int, offset: off64_t) -> ssize_t {
        if is_full(fd) { return sys::fail(libc::ENOSPC) as ssize_t }
        wrote(fd, Some(offset), libc::syscall(libc::SYS_pwritev, fd, parts, count, offset, 0))
    }
    /// pwritev(2).
    fn pwritev64(fd: c_int, parts: *const iovec, count: c_int, offset: off64_t) -> ssize_t {
        if is_full(fd) { return sys::fail(libc::ENOSPC) as ssize_t }
        wrote(fd, Some(offset), libc::syscall(libc::SYS_pwritev, fd, parts, count, offset, 0))
    }
    /// ftruncate(2).
    fn ftruncate(fd: c_int, size: off64_t) -> c_int {
        let result = libc::syscall(libc::SYS_ftruncate, fd, size);
        if result == 0 && layer::is_watched(fd) {
            layer::resized(fd, size as u64);
        }
        result as c_int
    }
    /// ftruncate(2).
    fn ftruncate64(fd: c_int, size: off64_t) -> c_int {
        ftruncate(fd, size)
    }
    /// clock_gettime(2): the machine's clock may be ahead.
    fn clock_gettime(clock: clockid_t, time: *mut timespec) -> c_int {
        let result = libc::syscall(libc::SYS_clock_gettime, clock, time) as c_int;
        if result == 0 && clock == libc::CLOCK_REALTIME {
            let time = &mut *time;
            let ahead_ms = faults::clock_ahead_ms(time.tv_sec * 1_000 + time.tv_nsec / 1_000_000);
            time.tv_sec += ahead_ms / 1_000;
        }
        result
    }
    /// fsync(2).
    fn fsync(fd: c_int) -> c_int {
        sync(fd, libc::SYS_fsync)
    }
    /// fdatasync(2).
    fn fdatasync(fd: c_int) -> c_int {
        sync(fd, libc::SYS_fdatasync)
    }
}
