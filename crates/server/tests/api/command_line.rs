//! The executable itself: what it refuses to start with, what it asks, and what it leaves on the disk.

use crate::app::PASSWORD;
use placard_common::config::Config;
use placard_server::{App, Parts};
use std::fs::{self, Permissions};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longer than a start takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The executable on a data folder, with no settings from outside, in the folder where the geo files are found.
fn placard(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_placard"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PLACARD_")) {
        command.env_remove(name);
    }
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.args(arguments).arg("--data-dir").arg(data).stdin(Stdio::null());
    command.env("PLACARD_GEO__CACHE_DIR", std::env::temp_dir().join("placard-test-geo"));
    command
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An address for a server that is about to start; no connection gets a port this low by itself, before the server is there
/// (`scripts/free-port.mjs`).
fn free_address() -> SocketAddr {
    let given = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let addresses =
        (0..21_000).map(|next| SocketAddr::from((Ipv4Addr::LOCALHOST, 11_000 + (given % 21_000 + next) % 21_000)));
    let mut free = addresses.filter(|address| TcpListener::bind(address).is_ok());
    free.next().unwrap()
}

/// A server, ended with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Server {
    /// Starts it and waits until it answers.
    fn start(mut command: Command, address: SocketAddr) -> Self {
        let mut server = Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let began = Instant::now();
        while ask(address, "GET /readyz HTTP/1.1", "").is_none_or(|answer| !answer.starts_with("HTTP/1.1 200")) {
            assert!(server.0.try_wait().unwrap().is_none(), "the server ended");
            assert!(began.elapsed() < PATIENCE, "the server does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        server
    }
}

/// The whole answer; nothing when nobody answers.
fn ask(address: SocketAddr, first_line: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let length = body.len();
    let head = format!("{first_line}\r\nhost: x\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}");
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn silent_connections_stop_nobody_and_files_are_the_owners() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    let address = free_address();
    // As a shell would start it in which few files may be open, and whose new files all may read.
    let server = placard(&data, &["serve", "--listen", &address.to_string()]);
    let mut command = Command::new("sh");
    command.args(["-c", "umask 022; ulimit -n 400; exec \"$0\" \"$@\""]).arg(server.get_program());
    command.args(server.get_args()).current_dir(server.get_current_dir().unwrap());
    for (name, value) in server.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let _server = Server::start(command, address);
    let silent: Vec<TcpStream> = (0..300).map(|_| TcpStream::connect(address).unwrap()).collect();
    for first_line in ["GET /healthz HTTP/1.1", "POST /d/ads HTTP/1.1"] {
        let answer = ask(address, first_line, "{}").unwrap_or_else(|| panic!("{first_line} is not answered"));
        assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
    }
    drop(silent);

    // Nobody knows whether a proxy stands where a trusted one may.
    let answer = ask(address, "GET /metrics HTTP/1.1", "").unwrap();
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");

    assert_eq!(mode(&data), 0o700);
    let mut names = Vec::new();
    let mut folders = vec![data];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(mode(&path) & 0o077, 0, "{}", path.display());
            names.push(path.file_name().unwrap().to_string_lossy().into_owned());
            folders.extend(path.is_dir().then_some(path));
        }
    }
    for name in ["placard.db", "placard.db-wal", "stats.duckdb", "master.key", "control.sock", "lock"] {
        assert!(names.iter().any(|found| found == name), "{name} is not in {names:?}");
    }
}

/// It is told before a demo network is made, which takes a minute.
#[test]
fn an_address_that_is_taken_is_told_at_once() {
    let data = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let told = refused(&placard(data.path(), &["serve", "--demo", "--listen", &address]).output().unwrap());
    assert!(told.contains(&format!("cannot listen on {address}")) && told.contains("--listen"), "{told}");
    let listen = free_address().to_string();
    let mut metrics = placard(data.path(), &["serve", "--demo", "--listen", &listen]);
    let told = refused(&metrics.env("PLACARD_METRICS_LISTEN", &address).output().unwrap());
    assert!(told.contains(&format!("cannot listen on {address} for metrics")) && !told.contains("--listen"), "{told}");
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0);
}

#[test]
fn figures_have_an_address_of_their_own() {
    let data = tempfile::tempdir().unwrap();
    let (address, figures) = (free_address(), free_address());
    let mut command = placard(data.path(), &["serve", "--listen", &address.to_string()]);
    command.env("PLACARD_METRICS_LISTEN", figures.to_string());
    let _server = Server::start(command, address);
    let answer = ask(figures, "GET /metrics HTTP/1.1", "").unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("placard_"), "{answer}");
    for (asked, at) in [("GET /metrics HTTP/1.1", address), ("GET /healthz HTTP/1.1", figures)] {
        let answer = ask(at, asked, "").unwrap();
        assert!(answer.starts_with("HTTP/1.1 404"), "{asked}: {answer}");
    }
    let passed_on = ask(figures, "GET /metrics HTTP/1.1\r\nx-forwarded-for: 203.0.113.9", "").unwrap();
    assert!(passed_on.starts_with("HTTP/1.1 404"), "{passed_on}");
}

#[test]
fn passwords_are_no_arguments() {
    let data = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], typed: &str| {
        // Without a terminal, as under a service manager.
        let command = placard(data.path(), arguments);
        let mut detached = Command::new("setsid");
        detached.arg("--wait").arg(command.get_program()).args(command.get_args());
        detached.current_dir(command.get_current_dir().unwrap());
        let mut child = detached.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // One that does not read has ended already.
        drop(child.stdin.take().unwrap().write_all(typed.as_bytes()));
        child.wait_with_output().unwrap()
    };
    let email = ["--email", "a@x.org"];
    let create = [&["user", "create"], &email[..]].concat();
    let error = refused(&run(&[&create[..], &["--password", PASSWORD]].concat(), ""));
    assert!(error.contains("--password"), "{error}");
    let error = refused(&run(&create, PASSWORD));
    assert!(error.contains("--password-stdin"), "{error}");
    let error = refused(&run(&[&create[..], &["--password-stdin"]].concat(), "short\n"));
    assert!(error.contains("the password"), "{error}");
    let made = run(&[&create[..], &["--password-stdin"]].concat(), &format!("{PASSWORD}\r\n"));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let set = [&["user", "set"], &email[..], &["--password-stdin"]].concat();
    assert!(run(&set, "Other-pass-9\n").status.success());
}

#[tokio::test]
async fn a_network_starts_with_its_own_key_alone() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config { data_dir: data.path().to_owned(), ..Config::default() };
    config.geo.cache_dir = std::env::temp_dir().join("placard-test-geo");
    let open = async || {
        let parts = Parts { light: true, ..Parts::default() };
        match App::open(config.clone(), parts).await {
            Ok(app) => app.close().await.map_err(|error| format!("{error:#}")),
            Err(error) => Err(format!("{error:#}")),
        }
    };
    let key = data.path().join("master.key");
    open().await.unwrap();
    let own = fs::read(&key).unwrap();
    open().await.unwrap();

    fs::remove_file(&key).unwrap();
    let error = open().await.unwrap_err();
    assert!(error.contains("master.key is missing") && error.contains("backup"), "{error}");
    assert!(!key.exists(), "no other was made");
    fs::write(&key, [7; 32]).unwrap();
    let error = open().await.unwrap_err();
    assert!(error.contains("key of another network"), "{error}");

    fs::write(&key, &own).unwrap();
    fs::set_permissions(&key, Permissions::from_mode(0o644)).unwrap();
    open().await.unwrap();
    assert_eq!(mode(&key), 0o600);
}

#[tokio::test]
async fn a_log_is_not_billed_into_an_empty_database() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config { data_dir: data.path().to_owned(), ..Config::default() };
    config.geo.cache_dir = std::env::temp_dir().join("placard-test-geo");
    let app = App::open(config.clone(), Parts { light: true, ..Parts::default() }).await.unwrap();
    let state = placard_model::event::ConversionState::Hold;
    let click = placard_model::event::EventRef(1);
    let event = placard_model::event::Event::Postback {
        click,
        external_id: "1".to_owned(),
        state,
        payout: None,
        goal: String::new(),
        transaction_id: String::new(),
    };
    app.log.append(event).await.unwrap();
    app.close().await.unwrap();
    drop(app);
    for entry in fs::read_dir(data.path()).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.file_name().unwrap().to_string_lossy().starts_with("placard.db") {
            fs::remove_file(entry).unwrap();
        }
    }
    let error = App::open(config, Parts { light: true, ..Parts::default() }).await.map(drop).unwrap_err();
    assert!(error.to_string().contains("the database is empty"), "{error:#}");
}

#[test]
fn a_demo_is_no_real_network() {
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("demo.json"), r#"{"blocks":{},"pages":[],"appeal":{}}"#).unwrap();
    let serve = ["serve", "--listen", &free_address().to_string()];
    let error = refused(&placard(data.path(), &serve).output().unwrap());
    assert!(error.contains("--demo"), "{error}");
    let error = refused(&placard(data.path(), &["serve", "--demo", "--listen", "0.0.0.0:0"]).output().unwrap());
    assert!(error.contains("loopback"), "{error}");
}
