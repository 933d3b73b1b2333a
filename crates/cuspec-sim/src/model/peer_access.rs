//! Devices that reach each other's memory.

use std::ffi::{c_int, c_uint};

use cuspec::driver::sys::{CUcontext, CUdevice, CUdevice_P2PAttribute as Attribute, CUresult};

use super::{put, some, valid, zero};
use crate::answer::{Answer, Refusal, refuse};
use crate::api::PeerAccess;
use crate::state::State;

impl State {
    pub(crate) fn reaches(&self, one: usize, other: usize) -> bool {
        let has = |place: usize| self.devices.get(place).is_some_and(|device| device.facts.peers);
        one != other && has(one) && has(other)
    }
}

impl PeerAccess for State {
    unsafe fn cuDeviceCanAccessPeer(&mut self, answer: *mut c_int, dev: CUdevice, peer: CUdevice) -> Answer {
        some(answer)?;
        let (one, other) = (self.device(dev)?, self.device(peer)?);
        // SAFETY: the place is the caller's to write.
        unsafe { put(answer, c_int::from(self.reaches(one, other))) }
    }

    unsafe fn cuCtxEnablePeerAccess(&mut self, peer: CUcontext, flags: c_uint) -> Answer {
        zero(flags)?;
        let (current, peer) = (self.current()?, self.live(peer)?);
        if !self.reaches(self.device_of(current), self.device_of(peer)) {
            return refuse(CUresult::CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
        }
        let context = self.context_of(current)?;
        if context.peers.contains(&peer) {
            return refuse(CUresult::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
        }
        context.peers.push(peer);
        Ok(())
    }

    unsafe fn cuCtxDisablePeerAccess(&mut self, peer: CUcontext) -> Answer {
        let (current, peer) = (self.current()?, self.live(peer)?);
        let context = self.context_of(current)?;
        let place = context.peers.iter().position(|known| *known == peer);
        let place = place.ok_or(Refusal::Code(CUresult::CUDA_ERROR_PEER_ACCESS_NOT_ENABLED))?;
        context.peers.remove(place);
        Ok(())
    }

    unsafe fn cuDeviceGetP2PAttribute(
        &mut self,
        value: *mut c_int,
        attrib: Attribute,
        src: CUdevice,
        dst: CUdevice,
    ) -> Answer {
        some(value)?;
        let (one, other) = (self.device(src)?, self.device(dst)?);
        valid(one != other && attrib.name().is_some())?;
        let reaches = self.reaches(one, other) && attrib != Attribute::CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK;
        // SAFETY: as above.
        unsafe { put(value, c_int::from(reaches)) }
    }
}
