//! A client that costs little: requests are made before, answers are read by their length.

use anyhow::{Context, bail};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The longest head of an answer, in bytes.
const HEAD_BYTES_MAX: usize = 8 * 1024;

/// A connection that is kept open.
pub(super) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// What came back.
pub(super) struct Answer {
    pub(super) status: u16,
    /// Bytes of the body.
    pub(super) length: usize,
    pub(super) body: Vec<u8>,
}

impl Connection {
    pub(super) async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot connect to the server under measurement")?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads its answer.
    pub(super) async fn send(&mut self, request: &[u8]) -> anyhow::Result<Answer> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(at) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            if self.buffer.len() > HEAD_BYTES_MAX || self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server ended the connection");
            }
        };
        let text = String::from_utf8_lossy(self.buffer.get(..head).unwrap_or_default()).to_ascii_lowercase();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let told = text.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length = told.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
        while self.buffer.len() < head + length {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server ended the connection within an answer");
            }
        }
        Ok(Answer { status, length, body: self.buffer.split_off(head) })
    }
}
