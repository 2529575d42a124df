//! What is open, what was written since the last sync, and the shadow of what is durable.

use crate::faults;
use crate::sys::{self, Facts, Identity};
use crate::{FIELD, NAMES, OBJECTS, SHADOW, WATCH};
use libc::c_int;
use std::collections::HashMap;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// Descriptors above are not watched.
const DESCRIPTORS_MAX: usize = 1 << 16;
/// Bytes copied at once.
const COPY_BYTES: usize = 256 << 10;
/// More pieces than this are copied as one.
const PIECES_MAX: usize = 4096;

/// Which descriptors are watched files or folders: looked at without a lock by every write to a socket.
static WATCHED: [AtomicBool; DESCRIPTORS_MAX] = [const { AtomicBool::new(false) }; DESCRIPTORS_MAX];
static LAYER: LazyLock<Option<Layer>> = LazyLock::new(Layer::from_environment);

/// The layer of this process.
struct Layer {
    watch: PathBuf,
    shadow: PathBuf,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    objects: HashMap<Identity, Object>,
    /// Durable names by folder.
    names: HashMap<PathBuf, Vec<Name>>,
}

/// A file's durable content, and what it lacks.
struct Object {
    number: u64,
    /// Pieces written since the last sync, from and to.
    unsynced: Vec<(u64, u64)>,
    /// The shortest that the file was since the last sync; all behind it may differ.
    shortest: u64,
    was_synced: bool,
}

#[derive(Clone, PartialEq, Eq)]
struct Name {
    name: Vec<u8>,
    /// None for a folder.
    object: Option<u64>,
}

/// Whether calls on the descriptor concern the layer.
pub(crate) fn is_watched(fd: c_int) -> bool {
    usize::try_from(fd).ok().and_then(|fd| WATCHED.get(fd)).is_some_and(|flag| flag.load(Ordering::Acquire))
}

fn set_watched(fd: c_int, watched: bool) {
    if let Some(flag) = usize::try_from(fd).ok().and_then(|fd| WATCHED.get(fd)) {
        flag.store(watched, Ordering::Release);
    }
}

/// A descriptor was opened.
pub(crate) fn opened(fd: c_int, flags: c_int) {
    let Some(layer) = LAYER.as_ref() else { return };
    set_watched(fd, false);
    if !sys::path_of_fd(fd).is_some_and(|path| path.starts_with(&layer.watch)) {
        return;
    }
    let Some(facts) = sys::facts_of_fd(fd).filter(|facts| facts.is_dir || facts.is_file) else { return };
    let mut state = layer.state();
    if facts.is_file {
        let object = state.object(facts.identity);
        if flags & libc::O_TRUNC != 0 {
            object.shortest = 0;
        }
    }
    drop(state);
    set_watched(fd, true);
}

/// A descriptor was closed.
pub(crate) fn closed(fd: c_int) {
    set_watched(fd, false);
}

/// Bytes were written.
pub(crate) fn wrote(fd: c_int, from: u64, bytes: u64) {
    with_object(fd, |object, _| {
        if object.unsynced.len() >= PIECES_MAX {
            let first = object.unsynced.iter().map(|piece| piece.0).min().unwrap_or(from);
            let last = object.unsynced.iter().map(|piece| piece.1).max().unwrap_or(from);
            object.unsynced = vec![(first, last)];
        }
        match object.unsynced.last_mut() {
            Some(last) if last.1 == from => last.1 = from + bytes,
            _ => object.unsynced.push((from, from + bytes)),
        }
    });
}

/// The size was set.
pub(crate) fn resized(fd: c_int, size: u64) {
    with_object(fd, |object, _| object.shortest = object.shortest.min(size));
}

fn with_object(fd: c_int, change: impl FnOnce(&mut Object, &Layer)) {
    let (Some(layer), Some(facts)) = (LAYER.as_ref(), sys::facts_of_fd(fd)) else { return };
    if let Some(object) = layer.state().objects.get_mut(&facts.identity) {
        change(object, layer);
    }
}

/// A file or folder is durable from now on.
pub(crate) fn synced(fd: c_int) {
    let (Some(layer), Some(facts), Some(path)) = (LAYER.as_ref(), sys::facts_of_fd(fd), sys::path_of_fd(fd)) else {
        return;
    };
    if faults::forgets(&path) {
        return;
    }
    let mut state = layer.state();
    if facts.is_dir {
        layer.sync_names(&mut state, &path);
    } else if let Some(facts) = sys::facts_of_fd(fd) {
        // Asked again under the lock: another sync may have gone further meanwhile.
        layer.sync_content(&mut state, fd, facts);
        layer.sync_own_name(&mut state, &path, facts.identity);
    }
}

impl State {
    fn object(&mut self, identity: Identity) -> &mut Object {
        let number = self.objects.len() as u64 + 1;
        self.objects.entry(identity).or_insert_with(|| Object {
            number,
            unsynced: Vec::new(),
            shortest: 0,
            was_synced: false,
        })
    }
}

impl Layer {
    fn from_environment() -> Option<Self> {
        let watch = PathBuf::from(std::env::var_os(WATCH)?);
        let shadow = PathBuf::from(std::env::var_os(SHADOW)?);
        sys::make_dir(&shadow);
        sys::make_dir(&shadow.join(OBJECTS));
        sys::make_dir(&shadow.join(NAMES));
        let layer = Self { watch, shadow, state: Mutex::default() };
        layer.take_over();
        Some(layer)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the folder holds when the process starts is durable.
    fn take_over(&self) {
        let mut state = self.state();
        let mut folders = vec![self.watch.clone()];
        while let Some(folder) = folders.pop() {
            for name in sys::list(&folder) {
                let path = folder.join(std::ffi::OsStr::from_bytes(&name));
                match sys::facts_of(&path) {
                    Some(facts) if facts.is_dir => folders.push(path),
                    Some(facts) if facts.is_file => {
                        if let Some(fd) = sys::open(&path, libc::O_RDONLY) {
                            state.object(facts.identity);
                            self.sync_content(&mut state, fd, facts);
                            sys::close(fd);
                        }
                    }
                    _ => {}
                }
            }
            self.sync_names(&mut state, &folder);
        }
    }

    fn object_path(&self, number: u64) -> PathBuf {
        self.shadow.join(OBJECTS).join(number.to_string())
    }

    /// Copies what was written since the last sync.
    fn sync_content(&self, state: &mut State, fd: c_int, facts: Facts) {
        let object = state.object(facts.identity);
        let pieces = std::mem::take(&mut object.unsynced);
        let shortest = if object.was_synced { object.shortest } else { 0 };
        (object.shortest, object.was_synced) = (facts.size, true);
        let Some(copy) = sys::open(&self.object_path(object.number), libc::O_RDWR | libc::O_CREAT) else { return };
        // The descriptor may be open for writing only, and a process may read its own files through another.
        let Some(source) = sys::open(Path::new(&format!("/proc/self/fd/{fd}")), libc::O_RDONLY) else {
            sys::close(copy);
            return;
        };
        sys::set_size(copy, facts.size);
        let mut buffer = vec![0; COPY_BYTES];
        for (from, to) in pieces.into_iter().chain([(shortest, facts.size)]) {
            let mut at = from;
            while at < to.min(facts.size) {
                let wanted = COPY_BYTES.min((to.min(facts.size) - at) as usize);
                let Some(chunk) = buffer.get_mut(..wanted) else { break };
                let read = sys::read_at(source, chunk, at);
                let Some(chunk) = buffer.get(..read).filter(|chunk| !chunk.is_empty()) else { break };
                if !sys::write_at(copy, chunk, at) {
                    break;
                }
                at += read as u64;
            }
        }
        sys::close(source);
        sys::close(copy);
    }

    /// The names in a folder are durable as they are.
    fn sync_names(&self, state: &mut State, folder: &Path) {
        let mut names = Vec::new();
        for name in sys::list(folder) {
            let path = folder.join(std::ffi::OsStr::from_bytes(&name));
            match sys::facts_of(&path) {
                Some(facts) if facts.is_dir => names.push(Name { name, object: None }),
                Some(facts) if facts.is_file => {
                    let object = Some(state.object(facts.identity).number);
                    names.push(Name { name, object });
                }
                _ => {}
            }
        }
        self.write_names(folder, &names);
        state.names.insert(folder.to_owned(), names);
    }

    /// The name of a file, and those of the folders above it, are durable with its content.
    fn sync_own_name(&self, state: &mut State, path: &Path, identity: Identity) {
        let present = sys::facts_of(path).is_some_and(|facts| facts.identity == identity);
        let number = state.objects.get(&identity).map(|object| object.number);
        let (true, Some(number)) = (present, number) else { return };
        let (mut path, mut object) = (path.to_owned(), Some(number));
        while let (Some(folder), Some(name)) = (path.parent().map(Path::to_owned), path.file_name()) {
            if !folder.starts_with(&self.watch) {
                break;
            }
            let entry = Name { name: name.as_bytes().to_vec(), object };
            let names = state.names.entry(folder.clone()).or_default();
            if !names.contains(&entry) {
                names.retain(|other| other.name != entry.name);
                names.push(entry);
                self.write_names(&folder, names);
            }
            (path, object) = (folder, None);
        }
    }

    /// Replaces the list of a folder at once, so that a kill in between leaves the old one.
    fn write_names(&self, folder: &Path, names: &[Name]) {
        let Ok(relative) = folder.strip_prefix(&self.watch) else { return };
        let mut bytes = Vec::new();
        for Name { name, object } in names {
            bytes.extend_from_slice(name);
            bytes.push(FIELD);
            bytes.extend_from_slice(object.map(|number| number.to_string()).unwrap_or_default().as_bytes());
            bytes.push(FIELD);
        }
        // Slashes cannot be in a file's name; `%` is told apart.
        let escaped = relative.to_string_lossy().replace('%', "%25").replace('/', "%2F");
        let to = self.shadow.join(NAMES).join(format!("@{escaped}"));
        let new = self.shadow.join("names.new");
        if let Some(fd) = sys::open(&new, libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC) {
            sys::write_at(fd, &bytes, 0);
            sys::close(fd);
            sys::rename(&new, &to);
        }
    }
}
